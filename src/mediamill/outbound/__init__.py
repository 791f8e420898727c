"""The way out to the world: which addresses and URLs of callers may be contacted at all."""

from mediamill.outbound.address import is_public
from mediamill.outbound.url import INPUT_RULES, WEBHOOK_RULES, UrlFault, UrlRules, judge_url

__all__ = ["INPUT_RULES", "WEBHOOK_RULES", "UrlFault", "UrlRules", "is_public", "judge_url"]
