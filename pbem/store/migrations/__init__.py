"""How the database came to its present shape, one step a file, and how an older one gets there."""

from importlib.resources import files

MIGRATIONS = files(__name__)
# By the names of the files: Alembic would say the same, and is slow to import.
HEAD = max(each.name.partition("_")[0] for each in (MIGRATIONS / "versions").iterdir() if each.name.endswith(".py"))
"""The newest migration."""
