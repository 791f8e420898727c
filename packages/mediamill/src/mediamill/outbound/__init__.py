"""Outbound HTTP and SSRF policy: which URLs callers may name, and the only connections made for them."""

from mediamill.outbound.address import is_public
from mediamill.outbound.destination import Destination, unjudged_destination
from mediamill.outbound.download import (
    Downloaded,
    Downloader,
    DownloadFailed,
    DownloadLimits,
    landing,
    read_body,
    read_start,
    save_body,
)
from mediamill.outbound.exchange import Answering, Body, StreamedBody, exchange
from mediamill.outbound.failure import FailureReason, RequestFailed
from mediamill.outbound.guard import Guard
from mediamill.outbound.keyed_semaphore import KeyedSemaphore
from mediamill.outbound.pool import ConnectionPool, StaleConnection
from mediamill.outbound.post import Answer, post
from mediamill.outbound.resolver import Resolver
from mediamill.outbound.url import INPUT_RULES, WEBHOOK_RULES, UrlFault, UrlRules, judge_url, plain_host

__all__ = [
    "INPUT_RULES",
    "WEBHOOK_RULES",
    "Answer",
    "Answering",
    "Body",
    "ConnectionPool",
    "Destination",
    "DownloadFailed",
    "DownloadLimits",
    "Downloaded",
    "Downloader",
    "FailureReason",
    "Guard",
    "KeyedSemaphore",
    "RequestFailed",
    "Resolver",
    "StaleConnection",
    "StreamedBody",
    "UrlFault",
    "UrlRules",
    "exchange",
    "is_public",
    "judge_url",
    "landing",
    "plain_host",
    "post",
    "read_body",
    "read_start",
    "save_body",
    "unjudged_destination",
]
