"""The claims of the lecture, one module each under the claim's name: letters, premises, the argument, what was said.

Letters and premises that two claims use stand in a module of their own: `passes`, `cache`, `stages`, `racks`, `trains`,
`prices`, `lifetime`, `rounds`. `said` and `documents` hold the lecture's numbers and sources, `index` the names.
"""
