# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""The package that tools/make_ros_package.sh makes names every message, every service and what it depends on."""
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).parent.parent
MESSAGES = sorted((ROOT / "interfaces/msg").glob("*.msg"))
SERVICES = sorted((ROOT / "interfaces/srv").glob("*.srv"))


class RosPackage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        subprocess.run([ROOT / "tools/make_ros_package.sh", folder.name], check=True, stdout=subprocess.DEVNULL)
        self.package = pathlib.Path(folder.name) / "tandem_msgs"

    def test_every_message_is_generated(self):
        cmake = (self.package / "CMakeLists.txt").read_text()
        self.assertGreater(len(MESSAGES), 3)
        for message in MESSAGES:
            self.assertEqual((self.package / "msg" / message.name).read_text(), message.read_text())
            self.assertIn(f'"msg/{message.name}"', cmake)
        self.assertGreater(len(SERVICES), 0)
        for service in SERVICES:
            self.assertEqual((self.package / "srv" / service.name).read_text(), service.read_text())
            self.assertIn(f'"srv/{service.name}"', cmake)

    def test_every_other_package_is_depended_on(self):
        used = {package for message in MESSAGES + SERVICES for package in re.findall(r"^(\w+)/", message.read_text(), re.M)}
        xml_package = xml.etree.ElementTree.parse(self.package / "package.xml").getroot()
        self.assertEqual({depend.text for depend in xml_package.findall("depend")}, used)
        cmake = (self.package / "CMakeLists.txt").read_text()
        for package in used:
            self.assertIn(f"find_package({package} REQUIRED)", cmake)
        self.assertEqual(set(re.search(r"DEPENDENCIES (.*)", cmake)[1].split()), used)


if __name__ == "__main__":
    unittest.main()
