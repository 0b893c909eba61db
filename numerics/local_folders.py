"""Data sets of any number of files, by the pattern of their names, in the folder of the user.

The folder is the one that `numerics.local_data` looks in.
"""

from __future__ import annotations

import os
from pathlib import Path

from numerics.local_data import VARIABLE, MissingData


def matching(data_set: str, folder: str, pattern: str) -> list[Path]:
    """Return the files of a data set whose names fit a pattern, such as `*.txt`, in order.

    Raises:
        MissingData: there is no such file.
    """
    named = os.environ.get(VARIABLE)
    if not named:
        raise MissingData(
            f"{data_set} is not here: put files {pattern} into a folder {folder} and name the "
            f"folder around it in the environment variable {VARIABLE}"
        )
    found = sorted(path for path in (Path(named) / folder).glob(pattern) if path.is_file())
    if not found:
        raise MissingData(
            f"{data_set} is not complete: no {pattern} in the folder {folder} of what {VARIABLE} "
            "names"
        )
    return found
