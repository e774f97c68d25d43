"""Whoever is to play for a member is asked first, and may inherit the place."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("member", sa.Column("inherits", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("member", sa.Column("asked_id", sa.Integer, nullable=True))
    op.add_column("member", sa.Column("asked_at", sa.DateTime, nullable=True))
    op.add_column("member", sa.Column("asked_to_inherit", sa.Boolean, nullable=False, server_default=sa.false()))
