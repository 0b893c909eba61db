"""Record types of a run and their renderings; standard library only, plus jinja2."""
