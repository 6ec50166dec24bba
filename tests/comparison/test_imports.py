"""The numbers are imported quickly: scipy comes when something is computed."""

import subprocess
import sys


def test_importing_the_numbers_imports_no_scipy() -> None:
    """Importing passages, scores, comparison and gates imports no scipy."""
    code = (
        "import sys, reviewer.passages, reviewer.scores, reviewer.comparison, reviewer.gates;"
        "print([name for name in sys.modules if name.startswith(('scipy', 'onnx', 'transformers', 'usearch'))])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
