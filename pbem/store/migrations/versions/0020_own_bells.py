"""Players' own bells, and the calls of them that are to be made."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("player", sa.Column("ping", sa.String(), nullable=False, server_default=""))
    op.add_column("player", sa.Column("ping_failures", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "ring",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
