"""The pages: whether a player's name stands there."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("player", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.true()))
