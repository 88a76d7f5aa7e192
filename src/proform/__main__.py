"""`python -m proform`."""

from proform.cli import main

main()
