"""Metrics of the devices of a process: what they have loaded, how often they loaded, restarted, ran out of memory."""

from collections import Counter
from collections.abc import Iterable

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from mediamill.engines import DeviceState, read_shelf_name


def device_families(devices: Iterable[DeviceState]) -> list[GaugeMetricFamily | CounterMetricFamily]:
    """One line for each device, and of its bytes one for each of the weights in its memory."""
    up = GaugeMetricFamily("mediamill_device_up", "Whether the device's process runs.", labels=["device"])
    loaded = GaugeMetricFamily(
        "mediamill_device_loaded_bytes", "Weights in the memory of a device.", labels=["device", "weights"]
    )
    loads = CounterMetricFamily("mediamill_device_loads", "Weights that were loaded.", labels=["device"])
    seconds = GaugeMetricFamily("mediamill_device_load_seconds", "How long the last load took.", labels=["device"])
    restarts = CounterMetricFamily(
        "mediamill_device_restarts", "How often the device's process was started again.", labels=["device"]
    )
    retries = CounterMetricFamily(
        "mediamill_device_memory_retries", "Runs that found too little memory and began anew.", labels=["device"]
    )
    for device in devices:
        up.add_metric([device.name], int(device.is_up))
        sizes = Counter[str]()  # engines may call what they load alike: one line for each name
        for name, size in device.loaded.items():
            sizes[read_shelf_name(name)[1]] += size
        for weights, size in sorted(sizes.items()):
            loaded.add_metric([device.name, weights], size)
        loads.add_metric([device.name], device.loads)
        seconds.add_metric([device.name], device.load_seconds or 0.0)
        restarts.add_metric([device.name], device.restarts)
        retries.add_metric([device.name], device.memory_retries)
    return [up, loaded, loads, seconds, restarts, retries]
