"""`python -m minitok_course` does the same as the command `minitok`."""

import sys

from minitok_course.command import main

if __name__ == "__main__":
    sys.exit(main())
