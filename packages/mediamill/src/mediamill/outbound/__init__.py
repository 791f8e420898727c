"""The way out to the world: what callers' URLs may name, and the only connections that are made for them."""

from mediamill.outbound.address import is_public
from mediamill.outbound.download import Downloaded, Downloader, DownloadFailed, DownloadLimits
from mediamill.outbound.guard import Guard
from mediamill.outbound.lanes import Lanes
from mediamill.outbound.post import Answer, post
from mediamill.outbound.resolver import Resolver
from mediamill.outbound.trouble import Trouble
from mediamill.outbound.url import INPUT_RULES, WEBHOOK_RULES, UrlFault, UrlRules, judge_url

__all__ = [
    "INPUT_RULES",
    "WEBHOOK_RULES",
    "Answer",
    "DownloadFailed",
    "DownloadLimits",
    "Downloaded",
    "Downloader",
    "Guard",
    "Lanes",
    "Resolver",
    "Trouble",
    "UrlFault",
    "UrlRules",
    "is_public",
    "judge_url",
    "post",
]
