"""Telling clients of success: the delivery is written in the transaction that makes the success."""

from mediamill.webhooks.delivery import Delivery, DeliveryStatus, delivery_of, queue

__all__ = ["Delivery", "DeliveryStatus", "delivery_of", "queue"]
