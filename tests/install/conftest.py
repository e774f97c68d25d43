"""Only where they are asked for."""

import os

collect_ignore_glob = [] if "PBEM_TEST_INSTALL" in os.environ else ["test_*.py"]
