"""`python -m minitok.checks FOLDER` checks the notebooks that a class has handed in."""

import io
import sys

from ..parts import needs

with needs("course"):
    from .handed_in import main

if isinstance(sys.stdout, io.TextIOWrapper):
    sys.stdout.reconfigure(errors="backslashreplace")  # a terminal or a file may lack a character of a sentence
sys.exit(main(sys.argv[1:]))
