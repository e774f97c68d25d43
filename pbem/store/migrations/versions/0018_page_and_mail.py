"""Who moved, spoke or looked on the page of a seat, and when; who wants to be seen there."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    for name in ("acted_at", "seen_at"):
        op.add_column("seat", sa.Column(name, sa.DateTime(), nullable=True))
    op.add_column("player", sa.Column("presence", sa.Boolean(), nullable=False, server_default=sa.false()))
