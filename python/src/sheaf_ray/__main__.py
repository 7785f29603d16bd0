"""`python -m sheaf_ray`."""

import sys

from sheaf_ray.cli import main

sys.exit(main())
