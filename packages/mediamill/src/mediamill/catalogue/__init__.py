"""The catalogue: tools and models with their fields and prices, read from tools/*.toml and validated at start."""

from mediamill.catalogue.document import CatalogueFault, InvalidCatalogue
from mediamill.catalogue.fault import FaultCode, FieldFault
from mediamill.catalogue.field import Field, FieldKind, Media, Value
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
    "FaultCode",
    "Field",
    "FieldFault",
    "FieldKind",
    "Fixed",
    "InvalidCatalogue",
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
