"""A kind of import contract that needs no list of features."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from importlinter.contracts.layers import Layer, LayersContract, ModuleTail
from importlinter.domain.helpers import module_expressions_to_modules

if TYPE_CHECKING:
    from grimp import ImportGraph
    from importlinter.domain.contract import ContractCheck
    from importlinter.domain.imports import ModuleExpression

_OTHERS: Final = "*"


class OpenLayers(LayersContract):
    """Layers, of which ``*`` is every module of the containers that no other layer names.

    The modules of that layer are independent of each other, as if separated by ``|``.
    """

    type_name = "open_layers"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Check the contract with the layer ``*`` written out."""
        # Once it is set, the attribute is the field's value.
        layers = cast("list[Layer]", self.layers)
        containers = cast("list[ModuleExpression]", self.containers)
        named = {tail.name for layer in layers for tail in layer.module_tails}
        others = {
            ModuleTail(name)
            for container in module_expressions_to_modules(graph, containers)
            for child in graph.find_children(container.name)
            if (name := child.rpartition(".")[2]) not in named
        }
        written_out = [
            replace(layer, module_tails=others)
            if layer.module_tails == {ModuleTail(_OTHERS)}
            else layer
            for layer in layers
        ]
        vars(self)["layers"] = written_out
        return super().check(graph, verbose)
