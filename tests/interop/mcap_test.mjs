// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A second judge of our recordings: @mcap/core and @foxglove's decoders, written by others. They
// read what Tandem wrote, and Tandem reads what they wrote.
//   TANDEM=build/tandem node --test mcap_test.mjs
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { McapIndexedReader, McapStreamReader, McapWriter, TempBuffer } from "@mcap/core";
import { parse } from "@foxglove/rosmsg";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg2-serialization";
import lz4 from "@foxglove/wasm-lz4";
import zstd from "@foxglove/wasm-zstd";
import { parse as parseYaml } from "yaml";

const program = process.env.TANDEM;
assert.ok(program, "TANDEM must name the program");
const folder = mkdtempSync(join(tmpdir(), "tandem-mcap-"));
after(() => rmSync(folder, { recursive: true }));
await Promise.all([lz4.isLoaded, zstd.isLoaded]);
const decompressHandlers = {
  lz4: (buffer, size) => lz4(buffer, Number(size)),
  zstd: (buffer, size) => zstd.decompress(buffer, Number(size)),
};

function tandem(...argumentList) {
  const run = spawnSync(program, argumentList, { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(run.status, 0, run.stderr + run.stdout.slice(-500));
  return run;
}

const stringType = "std_msgs/msg/String";
const poseType = "geometry_msgs/msg/PoseStamped";
const definition = (type) => tandem("message", "show", "--full", type).stdout;

// A file by their writer: 300 messages of two topics, in chunks, with an attachment and metadata.
async function theirs(name, chunkSize) {
  const buffer = new TempBuffer();
  const writer = new McapWriter({ writable: buffer, chunkSize });
  await writer.start({ profile: "ros2", library: "theirs" });
  const channels = [];
  for (const [type, topic] of [[stringType, "/words"], [poseType, "/pose"]]) {
    const schemaId = await writer.registerSchema(
      { name: type, encoding: "ros2msg", data: new TextEncoder().encode(definition(type)) });
    channels.push(await writer.registerChannel(
      { schemaId, topic, messageEncoding: "cdr", metadata: new Map([["offered_qos_profiles", ""]]) }));
  }
  const words = new MessageWriter(parse(definition(stringType), { ros2: true }));
  const poses = new MessageWriter(parse(definition(poseType), { ros2: true }));
  for (let i = 0; i < 300; ++i) {
    const isPose = i % 3 === 0;
    const data = isPose
      ? poses.writeMessage({
        header: { stamp: { sec: i, nanosec: 5 }, frame_id: "map" },
        pose: { position: { x: i / 3, y: -0.5, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } } })
      : words.writeMessage({ data: `word ${i}` });
    await writer.addMessage(
      { channelId: channels[isPose ? 1 : 0], sequence: i, logTime: BigInt(1000 + i), publishTime: BigInt(i), data });
  }
  await writer.addAttachment(
    { logTime: 1n, createTime: 2n, name: "a.txt", mediaType: "text/plain", data: new TextEncoder().encode("attached") });
  await writer.addMetadata({ name: "about", metadata: new Map([["who", "them"]]) });
  await writer.end();
  const file = join(folder, name);
  writeFileSync(file, buffer.get());
  return file;
}

async function allOf(records) {
  const all = [];
  for await (const record of records) all.push(record);
  return all;
}

async function readIndexedBytes(bytes) {
  const readable = {
    size: async () => BigInt(bytes.length),
    read: async (offset, size) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
  };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
  const messages = await allOf(reader.readMessages());
  const attachments = await allOf(reader.readAttachments());
  const metadata = await allOf(reader.readMetadata());
  return { reader, messages, attachments, metadata };
}
const readIndexed = (file) => readIndexedBytes(readFileSync(file));

// From the front, with all CRCs.
function readStream(bytes) {
  const stream = new McapStreamReader({ decompressHandlers, validateCrcs: true, includeChunks: true });
  stream.append(bytes);
  const records = [];
  for (let record; (record = stream.nextRecord()) !== undefined;) records.push(record);
  return { isWhole: stream.done(), records };
}

function decoded({ reader, messages }) {
  const readers = new Map();
  return messages.map((message) => {
    const channel = reader.channelsById.get(message.channelId);
    if (!readers.has(channel.schemaId)) {
      const schema = reader.schemasById.get(channel.schemaId);
      assert.equal(schema.encoding, "ros2msg");
      readers.set(channel.schemaId, new MessageReader(parse(new TextDecoder().decode(schema.data), { ros2: true })));
    }
    return { topic: channel.topic, time: message.logTime, value: readers.get(channel.schemaId).readMessage(message.data) };
  });
}

for (const chunkSize of [500, undefined]) {
  test(`we read what they wrote, in chunks of ${chunkSize ?? "usual"} size`, async () => {
    const file = await theirs(`theirs_${chunkSize}.mcap`, chunkSize);
    const info = JSON.parse(tandem("bag", "info", "--json", file).stdout);
    assert.equal(info.messages, 300);
    assert.equal(info.has_index, true);
    assert.equal(info.library, "theirs");
    assert.deepEqual(info.topics.map((topic) => [topic.name, topic.type, topic.messages]),
      [["/pose", poseType, 100], ["/words", stringType, 200]]);
    assert.deepEqual(info.attachments, [{ name: "a.txt", size: 8 }]);
    assert.deepEqual(info.metadata, [{ name: "about", texts: { who: "them" } }]);

    const lines = join(folder, "lines.jsonl");
    tandem("bag", "convert", file, lines);
    const messages = readFileSync(lines, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(messages.length, 300);
    assert.deepEqual(messages[1], { time_ns: 1001, topic: "/words", type: stringType, message: { data: "word 1" } });
    assert.equal(messages[3].message.pose.position.x, 1);
  });
}

for (const compression of ["none", "lz4", "zstd"]) {
  test(`they read what we wrote with ${compression}`, async () => {
    const original = await readIndexed(await theirs("original.mcap", 500));
    const file = join(folder, `ours_${compression}.mcap`);
    tandem("bag", "convert", "--compression", compression, join(folder, "original.mcap"), file);
    const ours = await readIndexed(file);
    assert.deepEqual(decoded(ours), decoded(original));
    assert.equal(ours.reader.header.profile, "ros2");
    assert.equal(ours.reader.statistics.messageCount, 300n);
    assert.equal(new TextDecoder().decode(ours.attachments[0].data), "attached");
    assert.deepEqual(ours.metadata[0].metadata, new Map([["who", "them"]]));
    assert.ok(ours.reader.chunkIndexes.every((index) => index.compression === (compression === "none" ? "" : compression)));

    // by the index, only what is asked for
    const some = await allOf(ours.reader.readMessages({ topics: ["/pose"], startTime: 1100n, endTime: 1109n }));
    assert.deepEqual(some.map((message) => message.sequence), [102, 105, 108]);

    // all records from the front; a CRC of 0 would mean that there is none
    const { isWhole, records } = readStream(readFileSync(file));
    assert.ok(isWhole);
    assert.equal(records.filter((record) => record.type === "Message").length, 300);
    const chunks = records.filter((record) => record.type === "Chunk");
    assert.ok(chunks.length > 0 && chunks.every((chunk) => chunk.uncompressedCrc !== 0));
    assert.notEqual(ours.reader.footer.summaryCrc, 0);
  });
}

test("they notice a wrong bit in a chunk, an attachment and the summary of ours", async () => {
  await theirs("original.mcap", 500);
  const file = join(folder, "ours.mcap");
  tandem("bag", "convert", "--compression", "none", join(folder, "original.mcap"), file);
  const whole = readFileSync(file);
  const flipped = (at) => {
    const bytes = Buffer.from(whole);
    bytes[at] ^= 1;
    return bytes;
  };
  const { reader } = await readIndexedBytes(whole);
  await assert.rejects(readIndexedBytes(flipped(whole.indexOf("word 1"))), /Incorrect chunk CRC/);
  await assert.rejects(readIndexedBytes(flipped(whole.indexOf("attached"))), /Attachment CRC32 mismatch/);
  await assert.rejects(readIndexedBytes(flipped(Number(reader.footer.summaryStart) + 30)), /Incorrect summary CRC/);
});

test("we read their file as far as it goes when its end is missing", async () => {
  const file = await theirs("cut.mcap", 500);
  truncateSync(file, Math.floor(readFileSync(file).length * 0.6));
  const info = JSON.parse(tandem("bag", "info", "--json", file).stdout);
  assert.equal(info.has_index, false);
  assert.match(info.ending, /ends in the middle of a record|has no end/);
  assert.ok(info.messages > 100 && info.messages < 300, `${info.messages}`);
});

test("a run is a recording that they can read", async () => {
  const file = join(folder, "run.mcap");
  tandem("run", "push", "--no-ros", "--no-web", "--speed", "max", "--duration", "3s", "--record", file);
  const ours = await readIndexed(file);
  const frames = decoded(ours).filter((message) => message.topic === "/tandem/recorded_frames");
  // one before the first step and 3 s of 8 ms
  assert.equal(frames.reduce((sum, message) => sum + message.value.times_ns.length, 0), 376);
  assert.ok(ours.attachments.some((attachment) => attachment.name.endsWith("push.yaml")));
  assert.ok(ours.metadata.some((record) => record.metadata.get("scenario") === "push"));
});

// What rosbag2 of Humble and Iron makes of a channel: each quality of service has to be one of rmw's numbers.
function qosOfHumble(channel) {
  return parseYaml(channel.metadata.get("offered_qos_profiles")).map((profile) => {
    for (const key of ["history", "depth", "reliability", "durability", "liveliness"])
      assert.ok(Number.isInteger(profile[key]), `${channel.topic}: ${key}: ${profile[key]}`);
    for (const key of ["deadline", "lifespan", "liveliness_lease_duration"])
      assert.ok(Number.isInteger(profile[key].sec) && Number.isInteger(profile[key].nsec), `${channel.topic}: ${key}`);
    assert.equal(profile.avoid_ros_namespace_conventions, false);
    return {
      reliability: ["system_default", "reliable", "best_effort"][profile.reliability],
      durability: ["system_default", "transient_local", "volatile"][profile.durability],
    };
  });
}

// Since Jazzy the metadata "rosbag2" says what is there: numbers up to version 8, names from 9 on and without it.
function versionForJazzy(metadata) {
  const [record] = metadata.filter(({ name }) => name === "rosbag2");
  if (!record) return 9;
  const bag = parseYaml(record.metadata.get("serialized_metadata"));
  for (const key of ["storage_identifier", "compression_format", "compression_mode", "ros_distro"])
    assert.equal(typeof bag[key], "string", key);
  for (const key of ["topics_with_message_count", "relative_file_paths", "files"]) assert.ok(Array.isArray(bag[key]), key);
  assert.ok(Number.isInteger(bag.message_count + bag.duration.nanoseconds + bag.starting_time.nanoseconds_since_epoch));
  assert.equal(typeof bag.custom_data, "object");
  return bag.version;
}

test("rosbag2 of any age knows how the topics of a recording were offered", async () => {
  const mission = join(folder, "drive.yaml");
  writeFileSync(mission, "mission: drive\nscenario: empty\nprograms: []\nduration: 2s\nevents:\n" +
    "  - {at: 0s, drive: {linear: 0.3 m/s, for: 1s}}\nexpect:\n  - eventually: {measure: x, above: 1 cm}\n");
  const results = join(folder, "out");
  tandem("test", mission, "--results", results, "--record", "all");
  const file = join(results, readdirSync(results).find((name) => name.endsWith("-virtual-1.mcap")));
  const { reader, metadata } = await readIndexed(file);
  assert.equal(versionForJazzy(metadata), 8);
  const offered = new Map([...reader.channelsById.values()].map((channel) => [channel.topic, qosOfHumble(channel)]));
  assert.deepEqual(offered.get("/tf_static"), [{ reliability: "reliable", durability: "transient_local" }]);
  assert.deepEqual(offered.get("/emaros/odom").map(({ durability }) => durability), ["volatile"]);

  // also where the end of the file is missing
  const { isWhole, records } = readStream(readFileSync(file).subarray(0, Number(reader.chunkIndexes[0].chunkStartOffset) + 9));
  assert.ok(!isWhole);
  assert.equal(versionForJazzy(records.filter((record) => record.type === "Metadata")), 8);
});

// The robot stands at x = -1.5 m, 0.6 m before the face of a box, and drives 0.3 m/s for a second after the first one.
test("what a robot measured in a run is what their decoders say", async () => {
  const mission = join(folder, "measured.yaml");
  writeFileSync(mission, "mission: measured\nscenario: push\nsettings: {robots.emaros.commands: []}\nprograms: []\nduration: 3s\nevents:\n" +
    "  - {at: 1s, drive: {linear: 0.3 m/s, for: 1s}}\nexpect:\n  - always: {measure: speed, at_most: 0.35 m/s}\n");
  const results = join(folder, "measured");
  tandem("test", mission, "--results", results, "--record", "all");
  const messages = decoded(await readIndexed(join(results, readdirSync(results).find((name) => name.endsWith(".mcap")))));
  const of = (topic) => messages.filter((message) => message.topic === topic).map(({ time, value }) => ({ time, ...value }));
  const near = (value, expected, tolerance) =>
    assert.ok(Math.abs(value - expected) <= tolerance, `${value} should be ${expected} within ${tolerance}`);
  const stampOf = ({ sec, nanosec, nsec }) => BigInt(sec) * 1_000_000_000n + BigInt(nanosec ?? nsec);

  // 50 times a second, stamped with the step it was measured in
  const odom = of("/emaros/odom");
  assert.equal(odom.length, 150);
  for (const { time, header, child_frame_id, pose } of odom) {
    assert.equal(stampOf(header.stamp), time);
    assert.deepEqual([header.frame_id, child_frame_id], ["emaros/odom", "emaros/base_link"]);
    const { x, y, z, w } = pose.pose.orientation;
    near(Math.hypot(x, y, z, w), 1, 1e-9);
  }
  near(odom.find(({ time }) => time >= 900_000_000n).pose.pose.position.x, 0, 1e-4);
  const way = odom.at(-1).pose.pose.position.x;
  near(way, 0.3, 0.03);
  near(odom.find(({ time }) => time >= 1_900_000_000n).twist.twist.linear.x, 0.3, 0.01);

  // 10 times a second a full turn; the ray ahead meets the box, and comes nearer to it as the robot does
  const scans = of("/emaros/scan");
  assert.equal(scans.length, 30);
  for (const scan of scans) {
    assert.equal(stampOf(scan.header.stamp), scan.time);
    assert.equal(scan.header.frame_id, "emaros/lidar_link");
    assert.equal(scan.ranges.length, Math.round((scan.angle_max - scan.angle_min) / scan.angle_increment) + 1);
    near(scan.angle_increment * scan.ranges.length, 2 * Math.PI, 1e-3);
  }
  const ahead = (scan) => scan.ranges[Math.round(-scan.angle_min / scan.angle_increment)];
  near(ahead(scans[0]), 0.6, 0.05);
  near(ahead(scans.at(-1)), 0.6 - way, 0.05);

  // the same way as a transform, and the lidar on the robot that it is of
  const transforms = of("/tf").flatMap((message) => message.transforms);
  const base = transforms.filter((transform) => transform.child_frame_id === "emaros/base_link");
  assert.deepEqual(base.map(({ transform }) => transform.translation.x), odom.map(({ pose }) => pose.pose.position.x));
  const [lidar] = of("/tf_static").flatMap((message) => message.transforms)
    .filter((transform) => transform.child_frame_id === "emaros/lidar_link");
  assert.deepEqual([lidar.header.frame_id, lidar.transform.translation], ["emaros/base_link", { x: 0, y: 0, z: 0.15 }]);
});
