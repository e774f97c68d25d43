"""What somebody is to be told: values that hold only what the reader may know. Rendering makes mails of them."""

from pbem.notices.alerts import *  # noqa: F403
from pbem.notices.announcement import *  # noqa: F403
from pbem.notices.answers import *  # noqa: F403
from pbem.notices.base import *  # noqa: F403
from pbem.notices.base import kinds
from pbem.notices.direction import *  # noqa: F403
from pbem.notices.games import *  # noqa: F403
from pbem.notices.leagues import *  # noqa: F403
from pbem.notices.lesson import *  # noqa: F403
from pbem.notices.lobby import *  # noqa: F403
from pbem.notices.proposals import *  # noqa: F403
from pbem.notices.welcome import *  # noqa: F403

ASKING = kinds(lambda each: each.asking)
NAMING = kinds(lambda each: each.names_others)
TO_ADMINS = kinds(lambda each: each.to_admins)
UNASKED = kinds(lambda each: each.unasked)
