"""Running it: workers that share the database, their pulses, alerts, and indexes for lanes and for what is dropped."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "worker",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("started_at", sa.DateTime, nullable=False),
        sa.Column("seen_at", sa.DateTime, nullable=False),
        sa.Column("leads", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_worker")),
    )
    op.create_table(
        "pulse",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("at", sa.DateTime, nullable=True),
        sa.Column("error", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_pulse")),
    )
    op.create_table(
        "alert",
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("since", sa.DateTime, nullable=True),
        sa.Column("raised", sa.Boolean, nullable=False),
        sa.Column("sent_at", sa.DateTime, nullable=True),
        sa.PrimaryKeyConstraint("kind", name=op.f("pk_alert")),
    )
    _partial_index("ix_inbox_lanes", ["sender", "id"], "status = 'waiting'")
    _partial_index("ix_inbox_bodies", ["handled_at"], "length(raw) > 0")


def _partial_index(name: str, columns: list[str], where: str) -> None:
    op.create_index(name, "inbox", columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))
