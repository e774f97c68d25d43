"""The database, SQLite or PostgreSQL: tables, units of work, inbox and outbox, migrations, backups."""
