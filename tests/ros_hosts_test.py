# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""Who sees whom between hosts, as docs/ros-networks.md says. The hosts are network namespaces of this
machine, joined by a bridge; where the kernel does not allow those, the test is skipped."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

SKIPPED = 77
PATIENCE = 60  # seconds until something that should happen counts as never happening
LOOK = "1.5"   # seconds; who is to be seen is seen within a tenth of that


def enter_namespace():
    """Starts this test again, as root of a network of its own."""
    missing = [program for program in ("unshare", "nsenter", "ip") if
               not any(os.access(os.path.join(folder, program), os.X_OK) for folder in os.get_exec_path())]
    if missing:
        print(f"skipped: {missing[0]} is not installed")
        sys.exit(SKIPPED)
    reason = ""
    for options in (["--user", "--map-root-user", "--net"], ["--net"]):
        trial = subprocess.run(["unshare", *options, "sh", "-c",
                                "ip link add name one type veth peer name two && unshare --net true"],
                               capture_output=True, text=True)
        if trial.returncode == 0:
            os.execvpe("unshare", ["unshare", *options, sys.executable, *sys.argv],
                       {**os.environ, "TANDEM_OWN_NETWORK": "1"})
        reason = trial.stderr.strip() or reason
    print(f"skipped: this machine does not permit network namespaces ({reason})")
    sys.exit(SKIPPED)


if "TANDEM_OWN_NETWORK" not in os.environ:
    enter_namespace()
TANDEM = sys.argv.pop(1)


def ip(*arguments, host=None):
    subprocess.run([*(host.enter if host else ()), "ip", *arguments], check=True)


class Host:
    """A machine in the network 10.77.0.0/24, by the number that ends its address."""

    def __init__(self, number):
        self.address = f"10.77.0.{number}"
        self.holder = subprocess.Popen(["unshare", "--net", "cat"], stdin=subprocess.PIPE)
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == own:
            time.sleep(0.001)
        self.enter = ["nsenter", "--target", str(self.holder.pid), "--net"]
        port = f"port{number}"
        ip("link", "add", "name", port, "type", "veth", "peer", "name", "lan", "netns", str(self.holder.pid))
        ip("link", "set", port, "master", "switch", "up")
        ip("link", "set", "lo", "up", host=self)
        ip("address", "add", f"{self.address}/24", "dev", "lan", host=self)
        ip("link", "set", "lan", "up", host=self)

    def environment(self, variables):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ROS_", "FAST"))}
        return {**kept, **variables}

    def start(self, *arguments, **variables):
        return subprocess.Popen([*self.enter, TANDEM, *arguments], env=self.environment(variables),
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(self, *arguments, **variables):
        run = subprocess.run([*self.enter, TANDEM, *arguments], env=self.environment(variables),
                             capture_output=True, text=True, timeout=PATIENCE)
        return run.stdout + run.stderr

    def off(self):
        self.holder.stdin.close()
        self.holder.wait()


class Hosts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ip("link", "add", "name", "switch", "type", "bridge", "mcast_snooping", "0")
        ip("link", "set", "switch", "up")
        cls.here, cls.there, cls.server = Host(1), Host(2), Host(3)

    @classmethod
    def tearDownClass(cls):
        for host in (cls.here, cls.there, cls.server):
            host.off()

    def setUp(self):
        self.running = []
        self.files = tempfile.TemporaryDirectory()

    def tearDown(self):
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait(PATIENCE)
        self.files.cleanup()

    def publish(self, host, **variables):
        process = host.start("topic", "pub", "--rate", "20", "/news", "std_msgs/msg/String", "data: hello",
                             **variables)
        self.running.append(process)
        return process

    def stop(self, process):
        process.terminate()
        process.wait(PATIENCE)
        self.running.remove(process)

    def hears(self, host, **variables):
        return "data: hello" in host.ask("topic", "echo", "--once", "/news", "std_msgs/msg/String", **variables)

    def sees(self, host, look=LOOK, **variables):
        return "/news" in host.ask("topic", "list", "--spin-time", look, **variables).split()

    def profile(self, text):
        file = pathlib.Path(self.files.name) / f"profile{len(list(pathlib.Path(self.files.name).iterdir()))}.xml"
        file.write_text(f"""<?xml version="1.0" encoding="UTF-8"?>
<profiles xmlns="http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles">
{text}
</profiles>
""")
        return str(file)

    def test_subnet_is_everybody_in_it(self):
        self.publish(self.there)
        self.assertTrue(self.hears(self.here))
        self.assertTrue(self.hears(self.there))
        self.assertTrue(self.hears(self.here, ROS_AUTOMATIC_DISCOVERY_RANGE="SUBNET"))
        self.assertTrue(self.sees(self.here))
        self.assertFalse(self.sees(self.here, ROS_DOMAIN_ID="1"))

    def test_localhost_only_keeps_all_on_the_machine(self):
        self.publish(self.there, ROS_LOCALHOST_ONLY="1")
        self.assertFalse(self.sees(self.here))
        self.assertFalse(self.sees(self.here, ROS_STATIC_PEERS=self.there.address))
        self.assertTrue(self.hears(self.there, ROS_LOCALHOST_ONLY="1"))

    def test_localhost_only_hears_nobody_else(self):
        self.publish(self.there)
        self.assertTrue(self.hears(self.here))
        self.assertFalse(self.sees(self.here, ROS_LOCALHOST_ONLY="1"))
        self.assertFalse(self.sees(self.here, ROS_LOCALHOST_ONLY="1", ROS_STATIC_PEERS=self.there.address))

    def test_ranges_and_peers_decide_as_in_ros(self):
        """The table of ROS 2's documentation for different hosts."""
        for theirs, their_peers, ours, our_peers, is_seen in (
                ("LOCALHOST", "", "LOCALHOST", "", False),
                ("LOCALHOST", "", "SUBNET", "", False),
                ("SUBNET", "", "LOCALHOST", "", False),
                ("LOCALHOST", "", "LOCALHOST", self.there.address, True),
                ("LOCALHOST", self.here.address, "LOCALHOST", "", True),
                ("LOCALHOST", self.here.address, "SUBNET", "", True),
                ("SUBNET", "", "LOCALHOST", self.there.address, True),
                ("SUBNET", "", "SUBNET", self.there.address, True),
                ("OFF", "", "SUBNET", self.there.address, False),
                ("OFF", self.here.address, "SUBNET", self.there.address, False),
                ("SUBNET", self.here.address, "OFF", self.there.address, False)):
            with self.subTest(theirs=theirs, their_peers=their_peers, ours=ours, our_peers=our_peers):
                publisher = self.publish(self.there, ROS_AUTOMATIC_DISCOVERY_RANGE=theirs,
                                         ROS_STATIC_PEERS=their_peers)
                variables = {"ROS_AUTOMATIC_DISCOVERY_RANGE": ours, "ROS_STATIC_PEERS": our_peers}
                if is_seen:
                    self.assertTrue(self.hears(self.here, **variables))
                else:
                    self.assertFalse(self.sees(self.here, **variables))
                self.stop(publisher)

    def test_ranges_on_one_machine(self):
        for range_, is_seen in (("LOCALHOST", True), ("SUBNET", True), ("OFF", False)):
            with self.subTest(range_):
                publisher = self.publish(self.here, ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")
                variables = {"ROS_AUTOMATIC_DISCOVERY_RANGE": range_}
                if is_seen:
                    self.assertTrue(self.hears(self.here, **variables))
                else:
                    self.assertFalse(self.sees(self.here, **variables))
                self.stop(publisher)

    def test_a_network_without_multicast_needs_names(self):
        ip("link", "set", "port1", "type", "bridge_slave", "mcast_flood", "off")
        ip("link", "set", "port2", "type", "bridge_slave", "mcast_flood", "off")
        try:
            self.publish(self.there)
            self.assertFalse(self.sees(self.here))
            self.assertTrue(self.hears(self.here, ROS_STATIC_PEERS=self.there.address))
        finally:
            ip("link", "set", "port1", "type", "bridge_slave", "mcast_flood", "on")
            ip("link", "set", "port2", "type", "bridge_slave", "mcast_flood", "on")

    def test_who_comes_later_is_found(self):
        echo = subprocess.Popen([*self.here.enter, TANDEM, "topic", "echo", "--once", "/news",
                                 "std_msgs/msg/String"], env=self.here.environment({}), stdout=subprocess.PIPE,
                                text=True)
        self.publish(self.there)
        self.assertIn("data: hello", echo.communicate(timeout=PATIENCE)[0])

    def test_discovery_servers_introduce_hosts_without_multicast(self):
        serving = self.profile(f"""  <participant profile_name="server" is_default_profile="true">
    <rtps>
      <prefix>44.53.00.5f.45.50.52.4f.53.49.4d.41</prefix>
      <builtin>
        <discovery_config><discoveryProtocol>SERVER</discoveryProtocol></discovery_config>
        <metatrafficUnicastLocatorList>
          <locator><udpv4><address>{self.server.address}</address><port>11811</port></udpv4></locator>
        </metatrafficUnicastLocatorList>
      </builtin>
    </rtps>
  </participant>""")
        joining = self.profile(f"""  <participant profile_name="client" is_default_profile="true">
    <rtps>
      <builtin>
        <discovery_config>
          <discoveryProtocol>SUPER_CLIENT</discoveryProtocol>
          <discoveryServersList>
            <RemoteServer prefix="44.53.00.5f.45.50.52.4f.53.49.4d.41">
              <metatrafficUnicastLocatorList>
                <locator><udpv4><address>{self.server.address}</address><port>11811</port></udpv4></locator>
              </metatrafficUnicastLocatorList>
            </RemoteServer>
          </discoveryServersList>
        </discovery_config>
      </builtin>
    </rtps>
  </participant>""")
        server = f"{self.server.address}:11811"
        self.running.append(self.server.start("topic", "echo", "/nothing", "std_msgs/msg/String",
                                              FASTRTPS_DEFAULT_PROFILES_FILE=serving,
                                              ROS_AUTOMATIC_DISCOVERY_RANGE="SYSTEM_DEFAULT"))
        self.publish(self.there, ROS_DISCOVERY_SERVER=server)
        self.assertTrue(self.hears(self.here, ROS_DISCOVERY_SERVER=server))
        self.assertTrue(self.hears(self.here, FASTRTPS_DEFAULT_PROFILES_FILE=joining,
                                   ROS_AUTOMATIC_DISCOVERY_RANGE="SYSTEM_DEFAULT"))
        self.assertFalse(self.sees(self.here))

    def test_a_profile_can_choose_one_of_several_networks(self):
        ip("address", "add", "10.78.0.1/24", "dev", "lan", host=self.here)
        try:
            alone = self.profile("""  <transport_descriptors>
    <transport_descriptor>
      <transport_id>other</transport_id>
      <type>UDPv4</type>
      <interfaceWhiteList><address>10.78.0.1</address></interfaceWhiteList>
    </transport_descriptor>
  </transport_descriptors>
  <participant profile_name="other" is_default_profile="true">
    <rtps>
      <userTransports><transport_id>other</transport_id></userTransports>
      <useBuiltinTransports>false</useBuiltinTransports>
    </rtps>
  </participant>""")
            self.publish(self.there)
            self.assertTrue(self.hears(self.here))
            self.assertNotIn("data: hello", self.here.ask("topic", "echo", "--once", "--timeout", LOOK, "/news",
                                                          "std_msgs/msg/String",
                                                          FASTRTPS_DEFAULT_PROFILES_FILE=alone))
        finally:
            ip("address", "del", "10.78.0.1/24", "dev", "lan", host=self.here)

    def test_a_cable_that_was_unplugged_is_noticed_and_mended(self):
        self.publish(self.there)
        self.assertTrue(self.hears(self.here))
        ip("link", "set", "port2", "down")
        try:
            self.assertFalse(self.sees(self.here))
        finally:
            ip("link", "set", "port2", "up")
        self.assertTrue(self.hears(self.here))


if __name__ == "__main__":
    unittest.main()
