"""The kinds of work, one file for what is done by the same part of the engine.

A kind is a record with everything that its work needs besides the claim. It says which type of
value comes of it (`gives`), and `do` is called in a worker. What a file here imports, inside its
functions too, is what the results of its work depend on; see `verify.running.keys`.

Values are typed from here to the report. Certificates alone stay plain JSON data, on purpose; the
reason stands at `verify.evidence.Evidence`.
"""
