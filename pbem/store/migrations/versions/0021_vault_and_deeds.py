"""What all who serve one database keep together, sealed; and what was done by those who direct games."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "vault",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("content", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_vault")),
    )
    op.create_table(
        "deed",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("what", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deed")),
    )
