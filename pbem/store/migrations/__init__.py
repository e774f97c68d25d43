"""How the database came to its present shape, one step a file, and how an older one gets there."""
