"""Who let turns run out again and again has half the free time at new tables."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("player", sa.Column("late", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("half_time", sa.Boolean(), nullable=False, server_default=sa.false()))
