"""Work on claims: which items it consists of, who does them, and what is kept of their results.

`run`, `variants`, `drawings`, `descriptions` and `certificates` are what a command asks for.
`examine` says which items one claim needs, `scheduler` when each of them is done, `engine` and
`process` where, `workers` what a process does with it, and `isolation` that it leaves no traces.
`cache` keeps results, under `keys`, and `recall` asks it for them. `garbage` says how rarely a
process looks for circles of objects.
"""
