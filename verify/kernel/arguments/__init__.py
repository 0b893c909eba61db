"""The conclusion of an argument, computed from its leaves.

facts        what a rule makes: a conclusion for all values of what is free in it
logic        instances, solving, rewriting, there is, for every, induction
means        means, sums and integrals, and bijections of what they range over
orders       what agrees up to constants
conclusion   which rule is which function, and what its conclusion has to be

A rule takes the data of a step (`theory.arguments`) and returns the fact that it makes, or raises
`RejectedArgument`. What it asks of a solver stands in `verify.kernel.questions`.
"""
