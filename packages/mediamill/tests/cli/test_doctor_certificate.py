"""What the doctor says of the certificate that outputs are signed with."""

from pathlib import Path

import pytest

from mediamill import config
from mediamill.assembly import private_paths
from mediamill.cli.doctor import Diagnosis, content_credentials
from mediamill.cli.vendor_checks import key_file_findings
from mediamill.config import Settings
from mediamill.signing import UnusableCertificate
from tests.certificates import Signer, signer


def settings_of(folder: Path, who: Signer) -> Settings:
    return config.read(data_dir=folder / "data", c2pa_certificate=who.certificate, c2pa_key=who.key)


def said(folder: Path, *valid: float) -> Diagnosis:
    """Of a certificate that is valid from a number of days from now to another."""
    return content_credentials(settings_of(folder, signer(folder, valid=(valid[0], valid[1]))))


def test_without_one_nothing_is_the_matter(tmp_path: Path) -> None:
    assert content_credentials(config.read(data_dir=tmp_path)).advice is None


def test_one_that_counts_for_long_is_named_with_its_end(tmp_path: Path) -> None:
    found = said(tmp_path, -1, 90)

    assert found.advice is None
    assert found.state.startswith("CN=The Heron Mill,O=The Heron Mill, until 20")


def test_one_that_ends_soon_is_to_be_renewed(tmp_path: Path) -> None:
    found = said(tmp_path, -300, 29)

    assert found.advice is not None
    assert found.advice.startswith("Renew the certificate before 20")
    assert found.optional


@pytest.mark.parametrize("valid", [(-300, -1), (1, 300)], ids=["over", "not yet"])
def test_one_that_does_not_count_signs_nothing(tmp_path: Path, valid: tuple[float, float]) -> None:
    found = said(tmp_path, *valid)

    assert found.advice == "Outputs are not signed: renew the certificate, then restart."
    assert found.optional  # outputs are delivered as they are


def test_one_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    who = signer(tmp_path)
    who.certificate.unlink()

    with pytest.raises(UnusableCertificate, match=r"chain\.pem cannot be read"):
        content_credentials(settings_of(tmp_path, who))


def test_its_key_is_private(tmp_path: Path) -> None:
    who = signer(tmp_path)
    settings = settings_of(tmp_path, who)

    assert who.key in private_paths(settings)
    assert list(key_file_findings(settings)) == []
    who.key.chmod(0o644)
    (finding,) = key_file_findings(settings)
    assert finding.advice == f"Run: chmod 600 {who.key}"
