"""One turn: prompt, loop, toolbox, deadline, record."""
