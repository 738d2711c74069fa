// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A second judge of our messages: @foxglove's definitions and serialisation, written by others.
// Random messages go both ways, and definitions and constants are compared.
//   TANDEM=build/tandem node --test messages_test.mjs
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

import { parse } from "@foxglove/rosmsg";
import { ros2jazzy } from "@foxglove/rosmsg-msgs-common";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg2-serialization";

import { makeMessage, plain, toJson, withBigInts } from "./random_messages.mjs";

const program = process.env.TANDEM;
assert.ok(program, "TANDEM must name the program");
const samplesPerType = 12;

function tandem(argumentList, input = "") {
  const run = spawnSync(program, argumentList, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(run.status, 0, run.stderr + run.stdout.slice(-500));
  return run.stdout;
}

function convert(direction, lines) {
  const output = tandem(["message", direction], lines.join("\n") + "\n");
  return output.trimEnd().split("\n");
}

// "geometry_msgs/msg/Twist" -> "geometry_msgs/Twist", as they are named over there
const shortName = (type) => type.replace("/msg/", "/");
const ours = tandem(["message", "list"]).split("\n").filter((line) => line.includes("/msg/")).map((line) => line.trim());

function definitionsOf(type) {
  const shared = ros2jazzy[shortName(type)];
  if (shared === undefined) return parse(tandem(["message", "show", "--full", type]), { ros2: true });
  const others = Object.values(ros2jazzy).filter((other) => other !== shared);
  return [{ definitions: shared.definitions }, ...others];
}

// What both sides must agree on: what is there, in which order, of which type, with which value.
function summary(definition) {
  const fields = definition.filter((field) => !field.isConstant);
  const constants = definition.filter((field) => field.isConstant);
  return {
    fields: fields.map((f) => [f.type, f.name, f.isArray, f.arrayLength, f.arrayUpperBound]),
    constants: constants.map((c) => `${c.type} ${c.name}=${c.value}`).sort(),
  };
}

test("definitions and constants are those that others have", () => {
  let compared = 0;
  for (const type of ours) {
    const theirs = ros2jazzy[shortName(type)];
    if (theirs === undefined) continue;
    const [own] = parse(tandem(["message", "show", "--full", type]), { ros2: true });
    assert.deepEqual(summary(own.definitions), summary(theirs.definitions), type);
    ++compared;
  }
  assert.ok(compared >= 120, `only ${compared} types are known to both`);
});

test("messages mean the same to both sides", () => {
  const samples = ours.flatMap((type) => {
    // the writer over there would write the constants of a message without fields
    const definitions = definitionsOf(type).map((definition) => (
      { ...definition, definitions: definition.definitions.filter((field) => !field.isConstant) }));
    const writer = new MessageWriter(definitions);
    const reader = new MessageReader(definitions);
    return Array.from({ length: samplesPerType }, (_, i) => {
      const message = makeMessage(definitions, `${type} ${i}`);
      return { type, message, reader, bytes: Buffer.from(writer.writeMessage(message)) };
    });
  });

  // their fields, our bytes
  const encoded = convert("encode", samples.map((s) => toJson({ type: s.type, fields: s.message })));
  // their bytes, our fields
  const decoded = convert("decode", samples.map((s) => toJson({ type: s.type, cdr_hex: s.bytes.toString("hex") })));

  samples.forEach(({ type, message, reader, bytes }, i) => {
    const hex = JSON.parse(encoded[i]).cdr_hex;
    assert.equal(hex, bytes.toString("hex"), `${type} ${toJson(message)}`);
    assert.deepEqual(withBigInts(decoded[i]).fields, plain(message), type);
    assert.deepEqual(plain(reader.readMessage(Buffer.from(hex, "hex"))), plain(message), type);
  });
});
