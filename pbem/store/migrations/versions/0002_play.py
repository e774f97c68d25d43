"""Weeks at a table: clocks, gatherings, invitations, holidays, talk."""

from datetime import UTC, datetime
from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_FIVE_DAYS = 5 * 24 * 3600
_Columns: TypeAlias = tuple[sa.Column[Any], ...]


def upgrade() -> None:
    _add_columns("player", _player_columns())
    _add_columns("seat", _seat_columns())
    _add_columns("game", _game_columns())
    _add_columns("outbox", (sa.Column("forgettable", sa.Boolean(), nullable=False, server_default=sa.false()),))
    op.create_index(op.f("ix_player_second_address"), "player", ["second_address"])
    op.create_index(op.f("ix_player_substitute"), "player", ["substitute"])
    op.drop_index(op.f("ix_game_status"), "game")
    op.create_index(op.f("ix_game_status_due_at"), "game", ["status", "due_at"])
    op.create_index(op.f("ix_seat_member_id"), "seat", ["member_id"])
    _start_clocks()
    op.execute("UPDATE seat SET member_id = player_id")
    _create_tables()


def _player_columns() -> _Columns:
    return (
        sa.Column("confirmed", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("banned", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("second_address", sa.String(), nullable=True),
        sa.Column("quiet", sa.String(), nullable=False, server_default=""),
        sa.Column("receipts", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("follow", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("talk", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("digest", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("analysis", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("substitute", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("stand_in", sa.String(), nullable=False, server_default=""),
        sa.Column("born", sa.Integer(), nullable=True),
        sa.Column("turns", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("timeouts", sa.Integer(), nullable=False, server_default="0"),
    )


def _seat_columns() -> _Columns:
    return (
        sa.Column("bank", sa.Integer(), nullable=False, server_default=str(_FIVE_DAYS)),
        sa.Column("missed", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("note", sa.Text(), nullable=False, server_default=""),
        sa.Column("heard", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("used", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("gone_at", sa.DateTime(), nullable=True),
    )


def _game_columns() -> _Columns:
    return (
        sa.Column("terms", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("clock", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("paused", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("due_at", sa.DateTime(), nullable=True),
        sa.Column("gathering", sa.JSON(), nullable=True),
    )


def _add_columns(table: str, columns: _Columns) -> None:
    for column in columns:
        op.add_column(table, column)


def _start_clocks() -> None:
    """Games that are under way get a clock now, with all of its time."""
    now = datetime.now(UTC)
    game = sa.table(
        "game", sa.column("clock", sa.JSON()), sa.column("due_at", sa.DateTime()), sa.column("status", sa.String())
    )
    started = {"clock": {"since": now.isoformat()}, "due_at": now.replace(tzinfo=None)}
    op.execute(game.update().where(game.c.status == "running").values(**started))


def _create_tables() -> None:
    op.create_table(
        "vacation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.DateTime(), nullable=False),
        sa.Column("end", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_vacation_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vacation")),
    )
    op.create_index(op.f("ix_vacation_player_id"), "vacation", ["player_id"])
    op.create_table(
        "shun",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=True),
        sa.Column("what", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["other_id"], ["player.id"], name=op.f("fk_shun_other_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_shun_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shun")),
    )
    op.create_index(op.f("ix_shun_player_id"), "shun", ["player_id"])
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("host_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("sent_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=True),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_invitation_game_id")),
        sa.ForeignKeyConstraint(["host_id"], ["player.id"], name=op.f("fk_invitation_host_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_invitation_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
    )
    op.create_index(op.f("ix_invitation_due_at"), "invitation", ["due_at"])
    op.create_index(op.f("ix_invitation_game_id"), "invitation", ["game_id"])
    op.create_index(op.f("ix_invitation_host_id_sent_at"), "invitation", ["host_id", "sent_at"])
    op.create_index(op.f("ix_invitation_player_id"), "invitation", ["player_id"])
    op.create_table(
        "watcher",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_watcher_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_watcher_player_id")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_watcher")),
    )
    op.create_index(op.f("ix_watcher_player_id"), "watcher", ["player_id"])
    op.create_table(
        "remark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("to_seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["player.id"], name=op.f("fk_remark_author_id")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_remark_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remark")),
    )
    op.create_index(op.f("ix_remark_author_id_at"), "remark", ["author_id", "at"])
    op.create_index(op.f("ix_remark_game_id_id"), "remark", ["game_id", "id"])
