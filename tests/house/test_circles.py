"""No two modules import each other in a circle, what only annotations name included."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp

PACKAGE = "memento_cli"


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Modules have an order in which each imports only those before it; a circle is told."""
    graph = grimp.build_graph(PACKAGE, cache_dir=None)
    modules = graph.modules - {PACKAGE}  # whose names are imported when they are first asked for
    imports = {one: graph.find_modules_directly_imported_by(one) & modules for one in modules}
    TopologicalSorter(imports).prepare()
