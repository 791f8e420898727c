"""Remote engines at work: submits within limits and budgets, looks at jobs under way, results fetched and finished."""

from mediamill.dispatch.remote.admission import NotNow
from mediamill.dispatch.remote.buyer import AtVendor, Bought, Buyer, Order
from mediamill.dispatch.remote.results import ResultFetcher
from mediamill.dispatch.remote.work import RemoteWork

__all__ = ["AtVendor", "Bought", "Buyer", "NotNow", "Order", "RemoteWork", "ResultFetcher"]
