"""What is asked of all at a table, and until when it is open."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("game", sa.Column("proposals", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("game", sa.Column("lapses_at", sa.DateTime(), nullable=True))
    op.create_index(
        "ix_game_lapses",
        "game",
        ["lapses_at"],
        sqlite_where=sa.text("lapses_at IS NOT NULL"),
        postgresql_where=sa.text("lapses_at IS NOT NULL"),
    )
