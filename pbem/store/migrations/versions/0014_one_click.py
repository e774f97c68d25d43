"""Who ends all mail with one click keeps the seats."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("player", sa.Column("keeps_seats", sa.Boolean(), nullable=False, server_default=sa.false()))
