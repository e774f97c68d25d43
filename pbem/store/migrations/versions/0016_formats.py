"""Competitions of every format: stages, rounds, byes, challenges and teams."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    for table in ("season", "fixture"):
        op.add_column(table, sa.Column("stage", sa.Integer, nullable=False, server_default="1"))
        op.add_column(table, sa.Column("round", sa.Integer, nullable=False, server_default="0"))
    op.add_column("season", sa.Column("round_at", sa.DateTime, nullable=True))
    for name in ("groups", "byes", "challenges", "idled", "teams"):
        op.add_column("season", sa.Column(name, sa.JSON, nullable=False, server_default="[]"))
