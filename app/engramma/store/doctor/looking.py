"""Carries out one check so that whatever a damaged file makes of it is an answer, too."""

from __future__ import annotations

import logging
import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from engramma.model.doctor import CheckResult
from engramma.model.errors import StoreBusyError, StoreError
from engramma.store.doctor.examination import Check, Examination, Finding

log = logging.getLogger(__name__)

UNMENDABLE = (DBAPIError, sqlite3.Error)
"""What a statement raises on a file that is too damaged for it."""

_UNREADABLE = "This could not be looked at, as the file or its schema is damaged: open a backup."


def find(check: Check, look: Examination) -> Finding:
    """What a check finds. Raises Cancelled, StoreBusyError."""
    look.cancel.check()
    try:
        return check.look(look)
    except StoreBusyError:
        raise
    except StoreError as error:
        return Finding(1, str(error))
    except (DBAPIError, sqlite3.Error, SQLAlchemyError) as error:
        log.info("the check %s could not be made: %s", check.name, error)
        return Finding(1, _UNREADABLE)


def result_of(check: Check, found: Finding) -> CheckResult:
    """The same for those who look at a store from outside."""
    return CheckResult(
        name=check.name,
        ok=found.ok,
        count=found.count,
        detail=found.detail,
        repair=found.repair,
        memories=found.memories,
    )
