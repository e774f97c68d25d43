"""Whether a player has the board in sentences."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("player", sa.Column("spoken", sa.Boolean(), nullable=False, server_default=sa.false()))
