"""What a bucket's refusals mean for the operator: the stores' own words say neither what is wrong nor what to do."""

import re
from dataclasses import dataclass

from mediamill.storage.objects import StorageFailed, StorageUnusable, brief

STATUS = re.compile(r"status code: (\d{3}) [^:]*:.*?<Code>(\w+)</Code>", re.S)
RIGHTS = "s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload and s3:ListBucket"


@dataclass(frozen=True, slots=True)
class Meaning:
    """Of an answer that has these words."""

    words: re.Pattern[str]
    sentence: str
    is_lasting: bool = True  # until the operator changes something


def _meaning(words: str, sentence: str, *, is_lasting: bool = True) -> Meaning:
    return Meaning(re.compile(words), sentence, is_lasting)


# The first that fits counts.
MEANINGS = (
    _meaning(
        r"Missing(AccessKeyId|SecretAccessKey)|Missing (AccessKeyId|SecretAccessKey)",
        "only half of a key is set: set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    ),
    _meaning(
        r"/latest/(api/token|meta-data)|169\.254\.169\.254|fd00:ec2::254|WebIdentity",
        "no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role",
    ),
    _meaning(r"NoSuchBucket", "there is no such bucket: create it, or correct MEDIAMILL_STORAGE_URL"),
    _meaning(r"InvalidBucketName", "that is no name of a bucket: correct MEDIAMILL_STORAGE_URL"),
    _meaning(
        r"InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|401 Unauthorized",
        "the credentials are refused: check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN",
    ),
    _meaning(r"RequestTimeTooSkewed", "the clock of this machine is wrong: set it"),
    _meaning(
        r"PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint|incorrectly configured region",
        "the bucket is in another region: set AWS_REGION to the bucket's",
    ),
    _meaning(r"403 Forbidden", f"the credentials may not do that: allow {RIGHTS}"),
    _meaning(
        r"UnknownIssuer|invalid peer certificate|InvalidCertificate",
        "its certificate is not trusted: name a file with its authority in SSL_CERT_FILE",
    ),
    _meaning(r"status code: (429|5\d\d)", "it is too busy or out of order", is_lasting=False),
    _meaning(
        r"kind: (Connect|Timeout|Request|Interrupted)|error sending request|timed out",
        "it cannot be reached: check the network and AWS_ENDPOINT_URL",
        is_lasting=False,
    ),
)


def bucket_failed(action: str, error: BaseException) -> StorageFailed | None:
    """The failure in words of the operator's settings; None when nothing is known about it."""
    text = str(error)
    meaning = next((one for one in MEANINGS if one.words.search(text)), None)
    if meaning is None:
        return None
    said = STATUS.search(text)
    answer = f"HTTP {said[1]} {said[2]}" if said else brief(error)
    kind = StorageUnusable if meaning.is_lasting else StorageFailed
    return kind(action=action, reason=f"{meaning.sentence} ({answer})")


def endpoint_fault(endpoint: str, *, allows_http: bool) -> str | None:
    """Why this address cannot be used; None when it can. The store itself would say nothing that helps, or panic."""
    if not re.match(r"https?://", endpoint):
        return "AWS_ENDPOINT_URL is not an address: write one such as https://s3.example.com"
    if endpoint.startswith("http:") and not allows_http:
        return "AWS_ENDPOINT_URL begins with http://: where that is meant, set AWS_ALLOW_HTTP=true"
    return None


def lacks_bucket(error: FileNotFoundError) -> bool:
    """Whether it is the bucket itself that was not found."""
    return "NoSuchBucket" in str(error)


def size_beyond(error: BaseException) -> int | None:
    """The size of a file that ends before the range that was asked for; None where the answer does not say that."""
    found = re.search(r"code: 416 .*?<ActualObjectSize>(\d+)</ActualObjectSize>", str(error), re.S)
    return int(found[1]) if found else None


def may_be_beyond(error: BaseException) -> bool:
    """Whether the range may lie beyond the file's end: refused without the size, or an empty file given whole."""
    return any(words in str(error) for words in ("status code: 416", "non-partial response"))
