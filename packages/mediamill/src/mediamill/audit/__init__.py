"""The audit log: which operator did what to what, with what it was before and after."""

from mediamill.audit.log import AuditEntry, AuditFilter, note, page

__all__ = ["AuditEntry", "AuditFilter", "note", "page"]
