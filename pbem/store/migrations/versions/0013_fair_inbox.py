"""Whose key a mail carries, and its place among those that wait: nobody's flood holds up another's turn."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_WAITS = sa.text("status = 'waiting'")
_KEYED = sa.text("lane <> ''")


def upgrade() -> None:
    op.add_column("inbox", sa.Column("lane", sa.String(), nullable=False, server_default=""))
    op.add_column("inbox", sa.Column("place", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_inbox_next", "inbox", ["place", "id"], sqlite_where=_WAITS, postgresql_where=_WAITS)
    op.create_index("ix_inbox_keyed", "inbox", ["lane", "received_at"], sqlite_where=_KEYED, postgresql_where=_KEYED)
