"""Content policies of the operator: what is not made here, decided before an engine is asked."""

from mediamill.policies.judging import Judges, PolicyBroke
from mediamill.policies.loading import PLUGIN_GROUP, UnusablePolicy, open_judges
from mediamill.policies.policy import ContentPolicy
from mediamill.policies.words import WordList

__all__ = ["PLUGIN_GROUP", "ContentPolicy", "Judges", "PolicyBroke", "UnusablePolicy", "WordList", "open_judges"]
