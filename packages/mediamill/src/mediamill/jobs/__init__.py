"""Jobs: what vendors work on. No process waits for one: it is a row, looked at when its time comes."""

from mediamill.jobs.job import LOOK_LEASE_MS, LOOK_MS_MAX, JobRow, Wish, holder, of_generation, under_way
from mediamill.jobs.looking import (
    cancel_jobs,
    claim_looks,
    due,
    end,
    engines,
    go_on,
    keep,
    leave_looks,
    look_again,
    look_now,
    rewrite,
    start,
    until_next_look,
    want,
)
from mediamill.jobs.sections import remember_sections, sections

__all__ = [
    "LOOK_LEASE_MS",
    "LOOK_MS_MAX",
    "JobRow",
    "Wish",
    "cancel_jobs",
    "claim_looks",
    "due",
    "end",
    "engines",
    "go_on",
    "holder",
    "keep",
    "leave_looks",
    "look_again",
    "look_now",
    "of_generation",
    "remember_sections",
    "rewrite",
    "sections",
    "start",
    "under_way",
    "until_next_look",
    "want",
]
