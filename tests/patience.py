# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""How tests wait for what other processes do."""
import time

PATIENCE = 60  # seconds; a machine that builds at the same time is slow


def eventually(condition, seconds=PATIENCE):
    """Whether it becomes true; it is asked again and again."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
