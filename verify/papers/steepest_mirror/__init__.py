"""How steepest-mirror is attacked: the meanings and experiments of all topics, merged."""

from importlib import import_module
from pkgutil import iter_modules

MEANINGS: dict = {}
EXPERIMENTS: dict = {}
for _module in sorted(m.name for m in iter_modules(__path__)):
    _topic = import_module(f"{__name__}.{_module}")
    MEANINGS |= getattr(_topic, "MEANINGS", {})
    EXPERIMENTS |= getattr(_topic, "EXPERIMENTS", {})
