"""The two terminal apps."""

import os

# Textual draws when its next frame is due, and reads how many frames a second has when it is first imported: with its
# 60, a key that lays out a screen twice waits for two of 17 ms. A person's own setting stands.
os.environ.setdefault("TEXTUAL_FPS", "120")
