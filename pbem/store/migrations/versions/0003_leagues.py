"""Leagues: seasons, members, fixtures, logs and ratings."""

from collections.abc import Callable
from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_Column: TypeAlias = sa.Column[Any]


def upgrade() -> None:
    for create in (_league, _season, _member, _fixture, _season_log, _protest, _league_reader, _rating_change):
        create()


def _league() -> None:
    op.create_table(
        "league",
        _column("id", sa.Integer),
        _column("name", sa.String),
        _column("rules", sa.JSON),
        _column("created_at", sa.DateTime),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
        sa.UniqueConstraint("name", name=op.f("uq_league_name")),
    )


def _season() -> None:
    op.create_table(
        "season",
        _column("id", sa.Integer),
        _column("league_id", sa.Integer),
        _column("number", sa.Integer),
        _column("rules", sa.JSON),
        _column("start", sa.DateTime),
        _column("secret", sa.LargeBinary),
        _column("phase", sa.String),
        _column("decided_at", sa.DateTime, nullable=True),
        _column("signed_off_at", sa.DateTime, nullable=True),
        _column("weekly_at", sa.DateTime, nullable=True),
        _column("due_at", sa.DateTime, nullable=True),
        _column("absent", sa.JSON),
        _refers("season", "league_id", "league.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint("league_id", "number", name=op.f("uq_season_league_id_number")),
    )
    op.create_index(op.f("ix_season_due_at"), "season", ["due_at"])


def _member() -> None:
    op.create_table(
        "member",
        _column("season_id", sa.Integer),
        _column("player_id", sa.Integer),
        _column("entered_at", sa.DateTime),
        _column("awaited", sa.Boolean),
        _column("level", sa.Integer, nullable=True),
        _column("division", sa.Integer, nullable=True),
        _column("place", sa.Integer, nullable=True),
        _column("left_at", sa.DateTime, nullable=True),
        _column("substitute_id", sa.Integer, nullable=True),
        _refers("member", "season_id", "season.id"),
        _refers("member", "player_id", "player.id"),
        _refers("member", "substitute_id", "player.id"),
        sa.PrimaryKeyConstraint("season_id", "player_id", name=op.f("pk_member")),
    )
    op.create_index(op.f("ix_member_player_id"), "member", ["player_id"])


def _fixture() -> None:
    op.create_table(
        "fixture",
        _column("id", sa.Integer),
        _column("season_id", sa.Integer),
        _column("level", sa.Integer),
        _column("division", sa.Integer),
        _column("number", sa.Integer),
        _column("members", sa.JSON),
        _column("game_id", sa.Integer, nullable=True),
        _column("result", sa.JSON, nullable=True),
        _refers("fixture", "season_id", "season.id"),
        _refers("fixture", "game_id", "game.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fixture")),
        sa.UniqueConstraint("season_id", "number", name=op.f("uq_fixture_season_id_number")),
    )
    op.create_index(op.f("ix_fixture_game_id"), "fixture", ["game_id"])


def _season_log() -> None:
    op.create_table(
        "season_log",
        _column("season_id", sa.Integer),
        _column("number", sa.Integer),
        _column("line", sa.Text),
        _refers("season_log", "season_id", "season.id"),
        sa.PrimaryKeyConstraint("season_id", "number", name=op.f("pk_season_log")),
    )


def _protest() -> None:
    op.create_table(
        "protest",
        _column("id", sa.Integer),
        _column("season_id", sa.Integer),
        _column("player_id", sa.Integer),
        _column("at", sa.DateTime),
        _column("text", sa.Text),
        _refers("protest", "season_id", "season.id"),
        _refers("protest", "player_id", "player.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_protest")),
    )
    op.create_index(op.f("ix_protest_season_id"), "protest", ["season_id"])
    op.create_index(op.f("ix_protest_player_id"), "protest", ["player_id"])


def _league_reader() -> None:
    op.create_table(
        "league_reader",
        _column("player_id", sa.Integer),
        _refers("league_reader", "player_id", "player.id"),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_league_reader")),
    )


def _rating_change() -> None:
    op.create_table(
        "rating_change",
        _column("id", sa.Integer),
        _column("pool", sa.String),
        _column("who", sa.String),
        _column("game_id", sa.Integer),
        _column("at", sa.DateTime),
        _column("mu_before", sa.Float),
        _column("sigma_before", sa.Float),
        _column("mu", sa.Float),
        _column("sigma", sa.Float),
        _column("lapsed_at", sa.DateTime, nullable=True),
        _refers("rating_change", "game_id", "game.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_change")),
    )
    op.create_index(op.f("ix_rating_change_who_pool_id"), "rating_change", ["who", "pool", "id"])
    op.create_index(op.f("ix_rating_change_game_id"), "rating_change", ["game_id"])


def _column(name: str, kind: Callable[[], Any], *, nullable: bool = False) -> _Column:
    return sa.Column(name, kind(), nullable=nullable)


def _refers(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=op.f(f"fk_{table}_{column}"))
