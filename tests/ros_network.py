# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 network of one test: seen by this machine only, and used by nobody else on it."""
import fcntl
import os


def own_domain():
    """A domain that no other test on this machine uses; the file is held until we end."""
    for i in range(1000):
        domain = 1 + (os.getpid() + i) % 100
        file = open(f"/tmp/tandem_test_domain_{domain}", "a")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return domain, file
        except BlockingIOError:
            file.close()
    raise RuntimeError("all domains are taken")


DOMAIN, HELD = own_domain()
ENVIRONMENT = {**os.environ, "ROS_DOMAIN_ID": str(DOMAIN), "ROS_LOCALHOST_ONLY": "1",
               "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
