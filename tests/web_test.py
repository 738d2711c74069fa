# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""The server of tandem run as pages meet it: what they are told, what they may do, and what becomes of
those that misbehave."""
import contextlib
import json
import os
import pathlib
import re
import select
import socket
import ssl
import struct
import sys
import tempfile
import time
import unittest
import urllib.request

from ros_network import ENVIRONMENT
from web_client import (ANSWER, ASK_TIME, COMMAND, CREDIT, ENTITIES, EVENTS, FRAME, HELLO, IMAGE, JOIN, PAINT, POINTS,
                        SOURCES, STATUS, TIME, WATCH, WATCHING, WORLD, Closed, Page, Run, bodies, get)

TANDEM = sys.argv.pop(1)
os.environ.update(ENVIRONMENT)
LEVEL = [0, 0, 0, 1]


def documented_commands():
    """Of docs/protocol.md: those that everybody may give, and those that need the role."""
    text = (pathlib.Path(__file__).parent.parent / "docs/protocol.md").read_text()
    rows = [row.split("|") for row in text.split("| do | further fields | |")[1].split("\n## ")[0].splitlines()]
    found = [(name, "*view*" in row[-2]) for row in rows if len(row) > 3 for name in re.findall(r"`(\w+)`", row[1])]
    return [name for name, is_view in found if is_view], [name for name, is_view in found if not is_view]


VIEWING, CONTROLLING = documented_commands()


def documented_status():
    """The example of docs/protocol.md."""
    text = (pathlib.Path(__file__).parent.parent / "docs/protocol.md").read_text()
    return json.loads(text.split("### 67 status")[1].split("```json")[1].split("```")[0])


def setUpModule():
    global RUN
    RUN = Run(TANDEM, "push", "--no-ros")


def tearDownModule():
    assert RUN.close() == 0


def page(**options):
    return Page(RUN.port, RUN.token, **options)


class Documented:
    def assert_documented(self, told, example, where="status"):
        """All objects have the keys of the example's, and no others."""
        if isinstance(told, dict) and isinstance(example, dict):
            self.assertEqual(set(told), set(example), where)
            for key in told:
                self.assert_documented(told[key], example[key], f"{where}.{key}")
        elif isinstance(told, list) and isinstance(example, list) and example:
            for each in told:
                self.assert_documented(each, example[0], f"{where}[]")


class Looking(Documented, unittest.TestCase):
    def test_status_has_what_the_protocol_says_and_nothing_else(self):
        with page() as looking:
            self.assertTrue(looking.do("fault", words={"kind": "wheel_slip", "for": "30s"})["ok"])
            status = looking.wait_for(STATUS, lambda status: status["faults"])
            self.assert_documented(status, documented_status())
            self.assertEqual({name for name, value in status["robots"][0].items() if value is None},
                             {"tracking", "paused", "latency_ms", "pose_age_ms", "inside", "real", "area", "overlap_m",
                              "off_m", "gate", "goal", "carries"})
            self.assertTrue(looking.do("clear_fault", name="")["ok"])
        with Run(TANDEM, "farm", "--no-ros") as run, Page(run.port, run.token) as looking:
            status = looking.wait_for(STATUS)
            self.assertNotEqual(status["rules"], [])
            self.assert_documented(status, documented_status())

    def test_a_page_is_told_the_whole_world_then_what_moves(self):
        with page() as looking:
            kind, hello = looking.next()
            self.assertEqual((kind, set(hello)), (HELLO, {"protocol", "run", "version", "role", "reason", "headset"}))
            kind, world = looking.next()
            self.assertEqual((kind, world["scenario"]["name"]), (WORLD, "push"))
            kind, entities = looking.next()
            self.assertEqual((kind, entities["full"], entities["epoch"]), (ENTITIES, True, world["epoch"]))
            kind, frame = looking.next()
            self.assertEqual((kind, frame[1]), (FRAME, 1))
            everything = {body for entity in entities["add"] for body in entity["bodies"]}
            self.assertLessEqual(everything, set(bodies(frame)))
            change = looking.wait_for(FRAME, lambda later: 0 < len(bodies(later)) < len(everything))
            self.assertEqual(change[1], 0)

    def test_a_page_without_the_token_only_looks(self):
        for token in "", "wrong":
            with Page(RUN.port, token) as looking:
                hello = looking.wait_for(HELLO)
                self.assertEqual(hello["role"], "view")
                self.assertEqual("link" in hello["reason"], token == "wrong")
                for what in CONTROLLING:
                    with self.subTest(what):
                        answer = looking.do(what, entity="box_1kg", robot="emaros", linear_mps=1, angular_radps=0)
                        self.assertFalse(answer["ok"])
                        self.assertIn("may only look", answer["reason"])
                for what in VIEWING:
                    self.assertTrue(looking.do(what)["ok"], what)
                self.assertFalse(looking.wait_for(STATUS)["paused"])

    def test_all_commands_are_in_the_protocol_and_the_other_way_round(self):
        self.assertEqual(VIEWING, ["catalog", "fault_kinds"])
        desk = pathlib.Path(__file__).parent.parent / "src/ports/web/commands.cpp"
        known = re.findall(r'^ +\{"(\w+)", \{&CommandDesk::', desk.read_text(), re.M)
        self.assertEqual(sorted(VIEWING + CONTROLLING), sorted(known))

    def test_a_page_that_does_not_keep_up_gets_six_small_frames(self):
        with page(acknowledges=False) as slow:
            for _ in range(6):
                slow.wait_for(FRAME)
            kinds = []
            while kinds.count(STATUS) < 5:
                kinds.append(slow.next()[0])
            self.assertNotIn(FRAME, kinds)

    def test_sensors_are_watched_only_while_somebody_wants_them(self):
        with page() as looking:
            names = [source["name"] for source in looking.wait_for(SOURCES)["sources"]]
            self.assertIn("emaros/lidar", names)
            looking.send(WATCH, {"names": ["emaros/lidar", "emaros/camera_front", "no/such/sensor"]})
            numbers = {}
            while len(numbers) < 2:
                watching = looking.wait_for(WATCHING)
                numbers[watching["name"]] = watching["source"]
            points = looking.wait_for(POINTS)
            self.assertEqual(struct.unpack_from("<H", points, 2)[0], numbers["emaros/lidar"])
            self.assertGreater(struct.unpack_from("<I", points, 44)[0], 50)
            image = looking.wait_for(IMAGE)
            self.assertEqual(image[12:15], b"\xff\xd8\xff")
            looking.send(WATCH, {"names": []})
            looking.send(ASK_TIME, {"id": 1})
            looking.wait_for(TIME)
            kinds = set()
            for _ in range(40):
                kinds.add(looking.next()[0])
            self.assertFalse(kinds & {POINTS, IMAGE})

    def test_a_page_watches_a_thousand_sources_and_is_told_of_more(self):
        with page() as looking:
            names = ["emaros/lidar"] + [f"no/such/sensor_{i}" for i in range(1025)]
            for count in 1024, 1026:
                looking.send(WATCH, {"id": count, "names": names[:count]})
                answer = looking.wait_for(ANSWER, lambda answer, id=count: answer["id"] == id)
                self.assertEqual((answer["ok"], answer["reason"]), (count == 1024, "" if count == 1024 else
                                 "2 of the sources are not shown: a page may watch 1024"))
            looking.wait_for(POINTS)

    def test_all_lidars_of_forty_robots_are_watched_at_once(self):
        robots = [f"  - {{name: r{i}, model: emaros, pose: {{x: {i % 8}, y: {i // 8}}}}}" for i in range(40)]
        with tempfile.TemporaryDirectory() as folder:
            world = pathlib.Path(folder, "many.yaml")
            world.write_text("\n".join(["name: many", "world: {generate: arena, size_x_m: 20, size_y_m: 20}", "robots:",
                                        *robots]))
            with Run(TANDEM, str(world), "--no-ros") as run, Page(run.port, run.token) as looking:
                names = [f"r{i}/lidar" for i in range(40)]
                looking.send(WATCH, {"names": names})
                watched, seen = {}, set()
                while seen != set(names):
                    kind, message = looking.next()
                    if kind == WATCHING:
                        watched[message["source"]] = message["name"]
                    if kind == POINTS:
                        seen.add(watched[struct.unpack_from("<H", message, 2)[0]])

    def test_frames_that_a_page_was_too_slow_for_are_counted_once(self):
        with page(acknowledges=False) as slow, page(acknowledges=False) as other:
            for each in slow, other:
                for _ in range(6):
                    each.wait_for(FRAME)
            first = other.wait_for(STATUS)
            last = other.wait_for(STATUS, lambda status: status["time_s"] > first["time_s"] + 2)
            steps = round((last["time_s"] - first["time_s"]) / 0.008)
            dropped = last["dropped_frames"] - first["dropped_frames"]
            self.assertGreater(dropped, 0)
            self.assertLessEqual(dropped, 2 * (steps + 1))  # the one that waited at first, too

    def test_measurements_that_a_page_was_too_slow_for_are_counted(self):
        with page() as other, page(acknowledges=False) as slow:
            slow.send(WATCH, {"names": ["emaros/lidar"]})
            newest, kinds = 0, []
            while POINTS not in kinds or kinds.count(FRAME) < 6:
                kind, message = slow.next()
                kinds.append(kind)
                if kind == FRAME:
                    newest = struct.unpack_from("<I", message, 8)[0]
            first = other.wait_for(STATUS)
            other.wait_for(STATUS, lambda status: status["time_s"] > first["time_s"] + 1)
            slow.acknowledges = True
            slow.send_raw(struct.pack("<BxxxII", CREDIT, newest, 0xFFFFFFFF))
            slow.wait_for(POINTS)
            # ten a second, of which it got the first and the last
            other.wait_for(STATUS, lambda status: status["dropped_data"] >= first["dropped_data"] + 8)

    def test_twenty_pages_look_and_who_has_the_token_gets_in_all_the_same(self):
        with contextlib.ExitStack() as pages:
            def looking():
                return pages.enter_context(Page(RUN.port, ""))
            viewers = [looking() for _ in range(20)]
            for each in viewers:
                each.wait_for(FRAME)
            closed = looking().reason_of_close()
            self.assertEqual((closed.code, closed.reason), (1013, "there are as many pages as there may be"))
            for _ in range(4):
                acting = pages.enter_context(page())
                self.assertEqual(acting.wait_for(HELLO)["role"], "control")
                acting.wait_for(FRAME)
            self.assertEqual(pages.enter_context(page()).reason_of_close().code, 1013)
            acting.wait_for(STATUS, lambda status: status["clients"] == 24)
            viewers.pop().close()
            acting.wait_for(STATUS, lambda status: status["clients"] == 23)
            looking().wait_for(FRAME)

    def test_a_machine_gets_64_connections_and_others_get_in_all_the_same(self):
        with contextlib.ExitStack() as connections:
            def connect(here):
                return connections.enter_context(socket.create_connection(("127.0.0.1", RUN.port), 60, (here, 0)))
            def is_answered(sock):
                sock.sendall(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try:
                    return sock.recv(12) == b"HTTP/1.1 404"
                except ConnectionError:
                    return False
            greedy = [connect("127.0.0.9") for _ in range(64)]
            self.assertTrue(all(map(is_answered, greedy)))
            self.assertFalse(is_answered(connect("127.0.0.9")))
            self.assertTrue(is_answered(connect("127.0.0.10")))
        self.assertTrue(RUN.said("a machine with more than 64 connections"))

    def test_viewers_are_not_told_where_files_are(self):
        with Page(RUN.port, "") as looking, page() as acting:
            catalog = looking.do("catalog")["data"]
            names = [each["name"] for each in catalog["scenarios"] + catalog["things"]]
            self.assertIn("push", names)
            self.assertIn("worlds/push.sdf", names)
            self.assertIn("carton", names)
            self.assertNotIn("ground_plane", names)  # a floor is nothing to place
            self.assertEqual([name for name in names if name.startswith("/")], [])
            # and by that name it is loaded
            self.assertTrue(acting.do("load", scenario="worlds/push.sdf")["ok"])
            self.assertEqual(looking.wait_for(WORLD, lambda world: world["epoch"] > 1)["scenario"]["name"], "push")
            self.assertTrue(acting.do("load", scenario="push")["ok"])

    def test_files_of_the_page_and_nothing_else(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "index.html").write_text("<p>hello</p>")
            pathlib.Path(folder, "assets").mkdir()
            pathlib.Path(folder, "assets", "a-1234.js").write_text("1")
            with Run(TANDEM, "empty", "--no-ros", TANDEM_PAGE=folder) as run:
                status, headers, body = get(run.port)
                self.assertEqual((status, body), (200, b"<p>hello</p>"))
                self.assertIn("default-src 'self'", headers["content-security-policy"])
                self.assertIn("immutable", get(run.port, "/assets/a-1234.js")[1]["cache-control"])
                for path in "/../etc/passwd", "/assets/../../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/x":
                    self.assertEqual(get(run.port, path)[0], 404, path)
                self.assertEqual(get(run.port, method="POST")[0], 405)
                self.assertEqual(get(run.port, method="HEAD")[2], b"")

    def test_a_page_that_is_built_anew_is_served_at_once(self):
        with tempfile.TemporaryDirectory() as folder, Run(TANDEM, "empty", "--no-ros", TANDEM_PAGE=folder) as run:
            index = pathlib.Path(folder, "index.html")
            self.assertEqual(get(run.port)[0], 503)
            index.write_text("<p>first</p>")
            self.assertEqual(get(run.port)[2], b"<p>first</p>")
            index.write_text("<p>other</p>")
            os.utime(index, (1, 1))  # the same size, and maybe the same moment
            self.assertEqual(get(run.port)[2], b"<p>other</p>")
            pathlib.Path(folder, "projector.html").write_text("floor")
            self.assertEqual(get(run.port, "/projector")[2], b"floor")
            index.unlink()
            self.assertEqual(get(run.port)[0], 503)


class Acting(unittest.TestCase):
    def setUp(self):
        self.page = page()
        self.addCleanup(self.page.close)
        self.assertTrue(self.page.do("reset")["ok"])
        self.entities = self.page.wait_for(ENTITIES, lambda message: message["full"])

    def place_of(self, name):
        body = next(entity for entity in self.entities["add"] if entity["name"] == name)["bodies"][0]
        return bodies(self.page.wait_for(FRAME, lambda frame: body in bodies(frame)))[body]

    def test_pause_step_speed_and_resume(self):
        self.assertTrue(self.page.do("pause")["ok"])
        before = self.page.wait_for(STATUS, lambda status: status["paused"])["time_s"]
        self.assertTrue(self.page.do("step", count=25)["ok"])
        self.page.wait_for(STATUS, lambda status: abs(status["time_s"] - before - 25 * 0.008) < 1e-6)
        self.assertTrue(self.page.do("resume")["ok"])
        self.assertTrue(self.page.do("speed", value=3)["ok"])
        self.page.wait_for(STATUS, lambda status: status["speed"] == 3 and not status["paused"])
        self.assertTrue(self.page.do("speed", value=1)["ok"])

    def test_driving_moves_the_robot(self):
        start = self.place_of("emaros")
        for _ in range(1000):
            self.page.do("drive", robot="emaros", linear_mps=-0.3, angular_radps=0)
            if self.place_of("emaros")[0] < start[0] - 0.05:
                return
        self.fail("the robot stays where it is")

    def test_things_come_move_are_thrown_and_go(self):
        name = self.page.do("spawn", thing="carton", pose=[0, 2, 0.5, *LEVEL])["data"]["name"]
        self.entities = self.page.wait_for(ENTITIES, lambda message: message["add"])
        self.assertEqual(self.entities["add"][0]["name"], name)
        self.assertTrue(self.page.do("move", entity=name, pose=[1, 2, 1, *LEVEL], velocity=[0, 0, 3])["ok"])
        self.page.wait_for(FRAME, lambda frame: any(z > 1.2 for _, _, z in bodies(frame).values()))
        self.assertTrue(self.page.do("remove", entity=name)["ok"])
        self.page.wait_for(ENTITIES, lambda message: message["remove"])

    def test_what_is_held_does_not_fall(self):
        for _ in range(30):
            self.assertTrue(self.page.do("hold", entity="box_1kg", pose=[0, 1, 1.5, *LEVEL])["ok"])
            self.assertGreater(self.place_of("box_1kg")[2], 1.4)
        self.page.wait_for(FRAME, lambda frame: self.place_of("box_1kg")[2] < 0.5)  # nobody holds it any more

    def test_paint_is_seen_by_all_pages(self):
        with page() as other:
            other.wait_for(PAINT)
            self.assertTrue(self.page.do("paint", points=[[0, 0], [0.5, 0.5]], width_m=0.05, color=[1, 0, 0, 1],
                                         erase=False)["ok"])
            painted = other.wait_for(PAINT)
            self.assertGreater(struct.unpack_from("<I", painted, 8)[0], 0)
            self.assertTrue(self.page.do("clear_paint")["ok"])
            other.wait_for(PAINT)

    def test_worlds_change_for_everybody(self):
        with page() as other:
            other.wait_for(STATUS)
            self.assertTrue(self.page.do("load", scenario="empty")["ok"])
            self.assertEqual(other.wait_for(WORLD)["scenario"]["name"], "empty")
            other.wait_for(EVENTS, lambda message: any(event["name"] == "scenario_loaded" for event in message["events"]))
            self.assertTrue(self.page.do("load", scenario="push")["ok"])

    def test_what_cannot_be_done_is_answered_with_a_sentence(self):
        for command, reason in (
                ({"what": "fly"}, "no command 'fly'"),
                ({"what": "load", "scenario": "/etc/passwd"}, "no scenario '/etc/passwd'"),
                ({"what": "load"}, "'scenario' is missing"),
                ({"what": "spawn", "thing": "../x", "pose": [0, 0, 0, *LEVEL]}, "no thing '../x'"),
                ({"what": "spawn", "thing": "carton", "pose": [0, 0, 0]}, "7 numbers"),
                ({"what": "move", "entity": "nobody", "pose": [0, 0, 0, *LEVEL]}, "nobody"),
                ({"what": "move", "entity": "box_1kg", "pose": [1e300, 0, 0, *LEVEL]}, "away"),
                ({"what": "move", "entity": "box_1kg", "pose": [0, 0, 0, 0, 0, 0, 0]}, "no rotation"),
                ({"what": "speed", "value": -1}, "0.001 to 1000"),
                ({"what": "speed", "value": "fast"}, "finite number"),
                ({"what": "step", "count": 1.5}, "whole number"),
                ({"what": "step", "count": 1e9}, "from 1 to"),
                ({"what": "drive", "robot": "nobody", "linear_mps": 0, "angular_radps": 0}, "no robot 'nobody'"),
                ({"what": "drive", "robot": "emaros", "linear_mps": "x", "angular_radps": 0}, "finite number"),
                ({"what": "paint", "points": [], "width_m": 1, "color": [0, 0, 0, 1], "erase": False}, "points"),
                ({"what": "paint", "points": [[0, 0]], "width_m": 1, "color": [2, 0, 0, 1], "erase": False}, "0 to 1"),
                ({"what": "goal", "robot": "emaros", "x": 1, "y": 0, "yaw": 0}, "no navigator"),
                ({"what": "mode", "robot": "emaros", "mode": "ghost"}, "virtual or twin")):
            answer = self.page.do(**command)
            self.assertFalse(answer["ok"], command)
            self.assertIn(reason, answer["reason"], command)
        self.assertFalse(self.page.wait_for(STATUS)["paused"])


class Misbehaving(unittest.TestCase):
    def tearDown(self):  # whatever happened, the others are served
        with page() as other:
            other.wait_for(FRAME)

    def test_foreign_names_and_origins_are_refused(self):
        self.assertEqual(get(RUN.port, host="evil.example")[0], 403)
        for status, options in ((403, {"host": "evil.example:8080"}), (403, {"origin": "http://evil.example"}),
                                (101, {"host": f"localhost:{RUN.port}", "origin": f"http://localhost:{RUN.port}"})):
            with Page(RUN.port, **options) as caller:
                self.assertEqual(caller.status, status, options)
        self.assertTrue(RUN.said("refused: a page of 'http://evil.example'"))

    def test_malformed_messages_end_the_connection(self):
        for payload in (b"", b"\x00", b"\xff", bytes([COMMAND]), bytes([COMMAND]) + b"{", bytes([COMMAND]) + b"[1]",
                        bytes([COMMAND]) + b'{"do": "pause"}', bytes([COMMAND]) + b"\xff\xfe", bytes([CREDIT]),
                        struct.pack("<BxxxII", CREDIT, 4000000000, 0), bytes([FRAME]) + bytes(40),
                        bytes([WATCH]) + b'{"names": [1]}', bytes([WATCH]) + b'{"names": "x"}',
                        bytes([JOIN]) + b'{"protocol": 1, "token": ""}', bytes([ASK_TIME]) + b'{"id": "x"}'):
            with self.subTest(payload[:40]), page() as bad:
                bad.wait_for(HELLO)
                bad.send_raw(payload)
                closed = bad.reason_of_close()
                self.assertEqual(closed.code, 1002)
                self.assertNotEqual(closed.reason, "")

    def test_deep_lists_are_no_trouble(self):
        with page() as bad:
            bad.send_raw(bytes([COMMAND]) + b'{"id": 1, "do": ' + b"[" * 100_000 + b"]" * 100_000 + b"}")
            self.assertIn("'do' takes a text", bad.wait_for(ANSWER)["reason"])

    def test_who_does_not_join_is_let_go(self):
        with Page(RUN.port) as silent:
            self.assertEqual(silent.reason_of_close().code, 1008)
        with Page(RUN.port) as eager:
            eager.send(COMMAND, {"id": 1, "do": "catalog"})
            self.assertEqual(eager.reason_of_close().code, 1002)

    def test_too_large_and_too_many_messages_end_the_connection(self):
        with page() as large:
            large.wait_for(HELLO)
            with contextlib.suppress(ConnectionError):
                large.send_raw(bytes([COMMAND]) + b" " * (1 << 20))
            closed = large.reason_of_close()
            self.assertEqual((closed.code, closed.reason), (1009, "a message larger than any page sends"))
        with page() as flood:
            flood.wait_for(HELLO)
            try:
                for i in range(2000):
                    flood.send(ASK_TIME, {"id": i})
            except ConnectionError:
                pass
            closed = flood.reason_of_close()
            self.assertEqual((closed.code, closed.reason), (1008, "a page that says more than any page needs to"))
        self.assertTrue(RUN.said("says more than any page needs to"))

    def test_who_floods_is_not_read_any_more_while_it_is_told(self):
        with page() as flood:
            flood.wait_for(HELLO)
            for i in range(501):
                flood.send(ASK_TIME, {"id": i})
            self.assertEqual(flood.reason_of_close().code, 1008)
            # goes on as if it was not told, at less than what is hung up on at once
            message, told = b"\x82\xfe\x40\x00mask" + bytes(0x4000), time.monotonic()
            with contextlib.suppress(ConnectionError):
                while time.monotonic() < told + 20:
                    flood.sock.sendall(message)
                    if select.select([flood.sock], [], [], 0.01)[0] and not flood.sock.recv(1):
                        break
            self.assertLess(time.monotonic(), told + 15)  # 2 s, and not the 30 s of a goodbye in peace

    def test_who_floods_with_what_is_no_message_is_hung_up_on(self):
        ping, begin, go_on = b"\x89\x80mask", b"\x02\x80mask", b"\x00\x80mask"
        for name, first, repeated, count in (("pings", b"", ping, 2000), ("empty fragments", begin, go_on, 20_000_000)):
            with self.subTest(name), page() as flood:
                flood.wait_for(HELLO)
                try:
                    flood.sock.sendall(first)
                    for _ in range(0, count, 1000):
                        flood.sock.sendall(repeated * 1000)
                except ConnectionError:
                    pass
                self.assertIn(flood.reason_of_close().code, (1008, None))
        self.assertTrue(RUN.said("floods the connection"))

    def test_who_reads_nothing_is_let_go_and_holds_nobody(self):
        stuck = page(acknowledges=False)
        self.addCleanup(stuck.close)
        stuck.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.send(WATCH, {"names": [f"emaros/camera_{side}{kind}" for side in ("front", "rear")
                                     for kind in ("", "/depth", "/classes")]})
        with page() as other:
            other.wait_for(STATUS, lambda status: status["clients"] == 2)
            other.wait_for(STATUS, lambda status: status["clients"] == 1)
        # by what waits for it, or by the pings that it does not answer
        self.assertTrue(RUN.said("takes nothing any more") or RUN.said("was silent for"))

    def test_what_is_no_http_is_hung_up_on(self):
        for nonsense in b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9.9\r\n\r\n", b"A" * 100_000, b"\r\n" * 10_000:
            with socket.create_connection(("127.0.0.1", RUN.port), 60) as sock:
                try:
                    sock.sendall(nonsense)
                    sock.shutdown(socket.SHUT_WR)
                    while sock.recv(65536):
                        pass
                except OSError:  # hung up on already
                    pass


class Starting(unittest.TestCase):
    def test_tls_with_a_certificate_of_its_own(self):
        with tempfile.TemporaryDirectory() as home:
            def certificate():
                with Run(TANDEM, "empty", "--no-ros", "--tls-port", "0", XDG_DATA_HOME=home) as run:
                    text = pathlib.Path(home, "tandem", "tls", "certificate.pem").read_text()
                    trusting = ssl.create_default_context(cadata=text)
                    with Page(run.tls_port, run.token,
                              wrap=lambda sock: trusting.wrap_socket(sock, server_hostname="localhost")) as secure:
                        self.assertEqual(secure.wait_for(HELLO)["role"], "control")
                        secure.wait_for(FRAME)
                    return text
            self.assertEqual(certificate(), certificate())

    def test_the_link_leads_to_the_page_at_other_addresses_of_the_loopback(self):
        for address in "localhost", "127.0.0.2", "::1":
            with self.subTest(address), Run(TANDEM, "empty", "--no-ros", "--bind", address) as run:
                link = next(line for line in run.lines if "page: " in line).split("page: ")[1].split("#")[0]
                with urllib.request.urlopen(link, timeout=60) as answer:
                    self.assertEqual(answer.status, 200)

    def test_a_port_that_is_taken(self):
        other = Run(TANDEM, "empty", "--no-ros")
        try:
            with self.assertRaisesRegex(AssertionError, f"port {other.port}: somebody else does already; --no-web"):
                Run(TANDEM, "empty", "--no-ros", port=other.port)
        finally:
            other.close()


class WithGate(Documented, unittest.TestCase):
    def test_what_a_gate_says_is_in_the_log_of_the_page(self):
        with Run(TANDEM, "empty", "--mode", "twin") as run, Page(run.port, run.token) as looking:
            status = looking.wait_for(STATUS, lambda status: "waiting" in status["robots"][0]["gate_reason"])
            self.assert_documented(status, documented_status())
            self.assertTrue(looking.do("drive", robot="emaros", linear_mps=0.1, angular_radps=0)["ok"])
            said = []
            def has_closed_again(message):
                said.extend((event["robot"], event["text"].split(" for ")[0], event["level"])
                            for event in message["events"] if event.get("source", "").endswith("gate"))
                return ("emaros", "emaros: closed: no command", "warning") in said
            looking.wait_for(EVENTS, has_closed_again)
            self.assertIn(("emaros", "emaros: open", "info"), said)


if __name__ == "__main__":
    unittest.main()
