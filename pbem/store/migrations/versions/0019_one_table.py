"""How somebody wants to be written to of one game; what a table is called."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    for name in ("follow", "talk", "reminders", "digest"):
        op.add_column("seat", sa.Column(name, sa.Boolean(), nullable=True))
    op.add_column("player", sa.Column("reminders", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("game", sa.Column("title", sa.String(), nullable=False, server_default=""))
