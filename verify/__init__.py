"""The only place that knows both what is claimed and how it can be attacked."""
