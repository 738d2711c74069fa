// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Random messages by definition, the same in every run, and their JSON with whole 64-bit integers.

// mulberry32, seeded by a text
function seeded(text) {
  let state = [...text].reduce((hash, c) => Math.imul(hash ^ c.codePointAt(0), 16777619), 2166136261);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// ASCII only, as the writer over there cuts other texts short (the golden files have such); no
// digits, as withBigInts looks for long ones
const letters = [..."abcXYZ_/ -\"\\\n\t"];

export function makeMessage(definitions, seed) {
  const random = seeded(seed);
  const below = (n) => Math.floor(random() * n);
  const integer = (bits, isSigned) => {
    const choice = below(4);
    const low = isSigned ? -(1n << BigInt(bits - 1)) : 0n;
    const high = isSigned ? (1n << BigInt(bits - 1)) - 1n : (1n << BigInt(bits)) - 1n;
    if (choice === 0) return low;
    if (choice === 1) return high;
    const size = high - low + 1n;
    return low + (BigInt(below(2 ** 32)) * 4294967296n + BigInt(below(2 ** 32))) % size;
  };
  const float = (round) => {
    const specials = [0, -0, Infinity, -Infinity, NaN, 1e-40, 3.4e38];
    return round(below(3) === 0 ? specials[below(specials.length)] : (random() - 0.5) * 10 ** (below(40) - 20));
  };
  const text = () => Array.from({ length: below(12) }, () => letters[below(letters.length)]).join("");

  const one = (field) => {
    const number = /^(u?)int(\d+)$/.exec(field.type);
    if (number) {
      const value = integer(Number(number[2]), number[1] === "");
      return number[2] === "64" ? value : Number(value);
    }
    switch (field.type) {
      case "bool": return below(2) === 1;
      case "byte": case "char": return below(256);
      case "float32": return float(Math.fround);
      case "float64": return float((x) => x);
      case "string": return text();
      case "time": case "duration":
        return { sec: Number(integer(32, true)), nanosec: Number(integer(32, false)) };
      default: return message(definitions.find((definition) => definition.name === field.type));
    }
  };
  const message = (definition) => Object.fromEntries(
    definition.definitions.map((field) => {
      if (!field.isArray) return [field.name, one(field)];
      const length = field.arrayLength ?? below(Math.min(field.arrayUpperBound ?? 4, 4) + 1);
      return [field.name, Array.from({ length }, () => one(field))];
    }));
  return message(definitions.find((definition) => definition.name === undefined));
}

// So that two messages compare: typed arrays become arrays, NaN and the infinities their names, and
// integers are of the type BigInt only where they must be. The reader over there says "nsec".
export function plain(value) {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (ArrayBuffer.isView(value)) return Array.from(value, plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(
    ([name, content]) => [name === "nsec" ? "nanosec" : name, plain(content)]));
}

// JSON.parse without the loss of digits.
export function withBigInts(json) {
  const marked = json.replace(/(?<=[:[,] ?)-?\d{16,}(?=[,\]}])/g, '"$&n"');
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && /^-?\d{16,}n$/.test(value) ? plain(BigInt(value.slice(0, -1))) : value);
}

export function toJson(value) {
  if (typeof value === "bigint") return value.toString();
  if (Object.is(value, -0)) return "-0.0";
  if (typeof value === "number" && !Number.isFinite(value)) return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(toJson).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, content]) => `${JSON.stringify(name)}: ${toJson(content)}`).join(", ")}}`;
}
