"""Describe a claim."""

from __future__ import annotations

from typing import Any, ClassVar

from reports.results import Description
from verify.evidence import JsonStruct
from verify.running.items import Item


class Describe(JsonStruct, frozen=True):
    """Everything about a claim that needs no check."""

    gives: ClassVar[Any] = Description

    def do(self, item: Item) -> Description:
        """Build the claim and describe it."""
        from verify.claims import catalogue
        from verify.display.describe import describe

        return describe(catalogue.load(item.claim))
