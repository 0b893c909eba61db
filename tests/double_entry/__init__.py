"""Core claims entered a second time, by somebody who saw the page and the notation alone.

compare              whether two entries of one claim say the same
steepest_mirror, signsgd_scaling, instability_flatness, less_data
                     the second entries, by claim
"""
