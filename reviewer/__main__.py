"""`python -m reviewer` is the command `reviewer`."""

from reviewer.cli.main import main

if __name__ == "__main__":
    main()
