"""Which address somebody has confirmed, when mail to it came back, and since when each purpose has a key of its own."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_PULSE = sa.table("pulse", sa.column("name", sa.String), sa.column("at", sa.DateTime), sa.column("error", sa.Text))


def upgrade() -> None:
    op.add_column("player", sa.Column("proved", sa.String(), nullable=False, server_default=""))
    op.add_column("player", sa.Column("bounced_at", sa.DateTime(), nullable=True))
    op.add_column("player", sa.Column("second_used", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE player SET proved = address WHERE confirmed")
    op.execute(sa.insert(_PULSE).values(name="purposes", at=datetime.now(UTC).replace(tzinfo=None), error=""))
