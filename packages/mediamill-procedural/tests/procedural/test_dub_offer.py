"""Which languages an installation dubs into, said in plain words."""

from mediamill_procedural.dub.languages import offer_of

ALL = ("eng-spa", "es-fr", "spa-ita", "es-pt_BR")


def test_with_pip_alone_there_is_english() -> None:
    offer = offer_of(())

    assert offer.values == {"en"}
    assert offer.note == "English only on this installation"
    assert offer.sentence == (
        "This installation dubs into English only; the operator can add Spanish, French, Italian, Portuguese with "
        "`apt-get install apertium apertium-eng-spa apertium-fr-es apertium-spa-ita apertium-es-pt`, and other "
        "languages with an engine of their own for translate-audio."
    )


def test_with_apertium_there_are_five() -> None:
    offer = offer_of(ALL)

    assert offer.values == {"en", "es", "fr", "it", "pt"}
    assert offer.note == "English, Spanish, French, Italian and Portuguese on this installation"
    assert offer.sentence.endswith(
        "; the operator can add other languages with an engine of their own for translate-audio."
    )
