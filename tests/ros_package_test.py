# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""The package that tools/make_ros_package.sh makes names every message, service and action, and what it depends on."""
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).parent.parent
MESSAGES = sorted((ROOT / "interfaces/msg").glob("*.msg"))
SERVICES = sorted((ROOT / "interfaces/srv").glob("*.srv"))
ACTIONS = sorted((ROOT / "interfaces/action").glob("*.action"))


class RosPackage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        subprocess.run([ROOT / "tools/make_ros_package.sh", folder.name], check=True, stdout=subprocess.DEVNULL)
        self.package = pathlib.Path(folder.name) / "tandem_msgs"

    def test_every_interface_is_generated(self):
        cmake = (self.package / "CMakeLists.txt").read_text()
        self.assertGreater(len(MESSAGES), 3)
        self.assertGreater(len(SERVICES), 0)
        self.assertGreater(len(ACTIONS), 0)
        for file in MESSAGES + SERVICES + ACTIONS:
            kind = file.parent.name
            self.assertEqual((self.package / kind / file.name).read_text(), file.read_text())
            self.assertIn(f'"{kind}/{file.name}"', cmake)

    def test_every_other_package_is_depended_on(self):
        used = {package for file in MESSAGES + SERVICES + ACTIONS for package in re.findall(r"^(\w+)/", file.read_text(), re.M)}
        used.add("action_msgs")  # for any action
        xml_package = xml.etree.ElementTree.parse(self.package / "package.xml").getroot()
        self.assertEqual({depend.text for depend in xml_package.findall("depend")}, used)
        cmake = (self.package / "CMakeLists.txt").read_text()
        for package in used:
            self.assertIn(f"find_package({package} REQUIRED)", cmake)
        self.assertEqual(set(re.search(r"DEPENDENCIES (.*)", cmake)[1].split()), used)


if __name__ == "__main__":
    unittest.main()
