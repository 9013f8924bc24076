"""Where the default store is."""

from __future__ import annotations

import platformdirs
import pytest

from memento_cli.store.directory.location import default_place


@pytest.mark.parametrize("data", [None, "", "/data", "relative", "/sp ace", "/data/", " /data"])
@pytest.mark.parametrize("home", ["/home/alex", "/home/alex/", "relative", "/"])
def test_the_default_place_is_that_of_platformdirs(
    data: str | None, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The short way to the platform's data folder leads to the same place."""
    monkeypatch.setenv("HOME", home)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if data is not None:
        monkeypatch.setenv("XDG_DATA_HOME", data)
    assert default_place() == platformdirs.user_data_dir("memento")
