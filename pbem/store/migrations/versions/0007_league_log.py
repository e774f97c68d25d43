"""One log for each league; what directors decide has its columns."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "league_log",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("season_id", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_log_league_id")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_league_log_season_id")),
        sa.PrimaryKeyConstraint("league_id", "number", name=op.f("pk_league_log")),
    )
    op.create_index(op.f("ix_league_log_season_id"), "league_log", ["season_id"])
    for name, empty in (("directors", "{}"), ("barred", "[]"), ("apart", "[]")):
        op.add_column("league", _json(name, empty))
    for name in ("seeds", "waiting", "planned"):
        op.add_column("season", _json(name, "[]"))
    op.add_column("season", sa.Column("rested", sa.Float, nullable=False, server_default="0"))
    op.add_column("season", sa.Column("paused_at", sa.DateTime, nullable=True))
    op.add_column("season", sa.Column("paused_until", sa.DateTime, nullable=True))
    op.add_column("member", sa.Column("penalty", sa.Integer, nullable=False, server_default="0"))
    op.add_column("member", sa.Column("salt", sa.String, nullable=False, server_default=""))
    op.add_column("member", sa.Column("name_hash", sa.String, nullable=False, server_default=""))
    op.add_column("fixture", sa.Column("ruling", sa.JSON, nullable=True))
    op.add_column("protest", sa.Column("game_id", sa.Integer, nullable=True))
    op.add_column("protest", sa.Column("granted", sa.Boolean, nullable=True))


def _json(name: str, empty: str) -> "sa.Column[object]":
    return sa.Column(name, sa.JSON, nullable=False, server_default=empty)
