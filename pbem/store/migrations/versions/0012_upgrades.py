"""When a database in use came to a version from which something counts: no pulse, since it never comes again."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "upgrade",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_upgrade")),
    )
    op.execute(
        "INSERT INTO upgrade (name, at) SELECT name, at FROM pulse"
        " WHERE name = 'purposes' AND EXISTS (SELECT 1 FROM player)"
    )
    op.execute("DELETE FROM pulse WHERE name = 'purposes'")
