"""Outbound HTTP and SSRF policy: which URLs callers may name, and the only connections made for them."""

from mediamill.outbound.address import is_public
from mediamill.outbound.download import Downloaded, Downloader, DownloadFailed, DownloadLimits
from mediamill.outbound.failure import FailureReason
from mediamill.outbound.guard import Guard
from mediamill.outbound.keyed_semaphore import KeyedSemaphore
from mediamill.outbound.post import Answer, post
from mediamill.outbound.resolver import Resolver
from mediamill.outbound.url import INPUT_RULES, WEBHOOK_RULES, UrlFault, UrlRules, judge_url

__all__ = [
    "INPUT_RULES",
    "WEBHOOK_RULES",
    "Answer",
    "DownloadFailed",
    "DownloadLimits",
    "Downloaded",
    "Downloader",
    "FailureReason",
    "Guard",
    "KeyedSemaphore",
    "Resolver",
    "UrlFault",
    "UrlRules",
    "is_public",
    "judge_url",
    "post",
]
