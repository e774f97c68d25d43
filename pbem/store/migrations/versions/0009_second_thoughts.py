"""Sentences: an order that can still be taken back, how long that is, and whether talk goes to the table."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("seat", sa.Column("settles_at", sa.DateTime(), nullable=True))
    op.add_column("player", sa.Column("second_thoughts", sa.Integer(), nullable=True))
    op.add_column("player", sa.Column("remarks", sa.String(), nullable=False, server_default="ask"))
