"""Receipts when they are needed, and ids of cards for those who want them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_PLAYER = sa.table("player", sa.column("receipts", sa.String), sa.column("receipts_before", sa.Boolean))


def upgrade() -> None:
    op.add_column("player", sa.Column("ids", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("ALTER TABLE player RENAME COLUMN receipts TO receipts_before")
    op.add_column("player", sa.Column("receipts", sa.String(), nullable=False, server_default="needed"))
    op.execute(sa.update(_PLAYER).where(_PLAYER.c.receipts_before == sa.false()).values(receipts="never"))
    op.drop_column("player", "receipts_before")
