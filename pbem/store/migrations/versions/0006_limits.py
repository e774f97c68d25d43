"""What is limited is counted: by mailbox, by whose doing it is, by what was said; and when a mail failed."""

import sqlalchemy as sa
from alembic import op

from pbem.mail.mailbox import mailbox

revision = "0006"
down_revision = "0005"

_PLAYER = sa.table(
    "player", sa.column("id", sa.Integer), sa.column("address", sa.String), sa.column("mailbox", sa.String)
)


def upgrade() -> None:
    op.add_column("player", sa.Column("mailbox", sa.String(), nullable=False, server_default=""))
    op.add_column("seat", sa.Column("lost", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("inbox", sa.Column("said", sa.String(), nullable=False, server_default=""))
    op.add_column("outbox", sa.Column("cause", sa.String(), nullable=True))
    op.add_column("outbox", sa.Column("failed_at", sa.DateTime(), nullable=True))
    op.add_column("outbox", sa.Column("mailbox", sa.String(), nullable=False, server_default=""))
    op.execute("UPDATE outbox SET mailbox = lower(recipient)")
    op.drop_index(op.f("ix_outbox_recipient_kind_created_at"), "outbox")
    op.create_index(op.f("ix_outbox_mailbox_created_at"), "outbox", ["mailbox", "created_at"])
    op.create_index(op.f("ix_outbox_cause_created_at"), "outbox", ["cause", "created_at"])
    op.create_index(op.f("ix_outbox_failed_at"), "outbox", ["failed_at"])
    _know_mailboxes()
    op.create_index(op.f("ix_player_mailbox"), "player", ["mailbox"])


def _know_mailboxes() -> None:
    connection = op.get_bind()
    for row in connection.execute(sa.select(_PLAYER.c.id, _PLAYER.c.address)).all():
        known = sa.update(_PLAYER).where(_PLAYER.c.id == row.id).values(mailbox=mailbox(row.address))
        connection.execute(known)
