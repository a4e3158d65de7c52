"""`python -m engramma` is the command `engramma`."""

from __future__ import annotations

import sys

from engramma.start.command import main

sys.exit(main())
