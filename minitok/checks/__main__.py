"""`python -m minitok.checks FOLDER` checks the notebooks that a class has handed in."""

import sys

from .handed_in import main

sys.exit(main(sys.argv[1:]))
