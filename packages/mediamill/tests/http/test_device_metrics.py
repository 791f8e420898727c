"""Metrics of devices."""

from mediamill.engines import DeviceState
from mediamill.http.device_metrics import device_families


def test_weights_that_two_engines_call_alike_are_one_line() -> None:
    loaded = {"ada.first:Engine heron": 100, "ada.second:Engine heron": 20, "ada.first:Engine crane": 3}
    device = DeviceState("cuda:0", True, loaded, 3, 1.5, 0, 0)
    families = {family.name: family.samples for family in device_families([device])}

    assert [(one.labels, one.value) for one in families["mediamill_device_loaded_bytes"]] == [
        ({"device": "cuda:0", "weights": "crane"}, 3),
        ({"device": "cuda:0", "weights": "heron"}, 120),
    ]
