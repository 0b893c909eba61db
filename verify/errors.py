"""What stops a command, told in one line; the exit code follows from the class."""


class UsageError(ValueError):
    """What was asked for cannot be done as asked; the message says what to do."""


class RunError(RuntimeError):
    """The run itself cannot go on."""


class RecordError(ValueError):
    """A recorded file cannot be read."""
