"""`python -m minitok` does the same as the command `minitok`."""

import sys

from minitok.course.command import main

if __name__ == "__main__":
    sys.exit(main())
