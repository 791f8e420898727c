"""A sentence becomes a script: clauses, actions, manners, directions, numbers."""
