"""The claims, one module each under the claim's name: letters, premises, the argument, and what was said.

Those of the lecture stand in `lecture`, those after it in `beyond`; letters and premises that several claims use, in
`shared`. `index` holds the names of all, `spoken` the numbers of the lecture, and `titles` finds a claim by its words.
"""
