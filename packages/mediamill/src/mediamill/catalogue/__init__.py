"""The catalogue: what can be asked for, with its fields and prices; data in tools/*.toml, checked at start."""

from mediamill.catalogue.document import CatalogueFault, InvalidCatalogue
from mediamill.catalogue.fault import Fault, FaultCode
from mediamill.catalogue.field import Field, Kind, Media, Value
from mediamill.catalogue.load_catalogue import PLUGIN_GROUP, load
from mediamill.catalogue.model import Checked, Limits, Model, Pool
from mediamill.catalogue.price import Fixed, PerCharacters, PerInputSecond, PerOutputSecond, PerSecond, Price
from mediamill.catalogue.tool import BrokenCatalogue, Catalogue, Category, OutputType, Tool, model_fault

__all__ = [
    "PLUGIN_GROUP",
    "BrokenCatalogue",
    "Catalogue",
    "CatalogueFault",
    "Category",
    "Checked",
    "Fault",
    "FaultCode",
    "Field",
    "Fixed",
    "InvalidCatalogue",
    "Kind",
    "Limits",
    "Media",
    "Model",
    "OutputType",
    "PerCharacters",
    "PerInputSecond",
    "PerOutputSecond",
    "PerSecond",
    "Pool",
    "Price",
    "Tool",
    "Value",
    "load",
    "model_fault",
]
