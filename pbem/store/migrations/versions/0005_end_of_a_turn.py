"""When the time of a turn is up, so that whoever only looks need not count it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("game", sa.Column("ends_at", sa.DateTime, nullable=True))
