/** Names of fonts in files that somebody made to keep a server busy. */
import { expect, test } from "vitest";
import { fontNames } from "../../src/model/font.ts";
import { fonts as limits } from "../../src/model/limits.ts";
import { fontWith } from "../support/styles/fonts.ts";
import { beginWork } from "../support/run/thread-time.ts";

const COUNT = 2_000;

/** A collection of one font over and over, whose names are many and are all one long text. */
function hostile(): Uint8Array {
  const font = Buffer.from(
    fontWith(
      Array.from({ length: COUNT }, () => ({ platform: 3, language: 0x04_09, id: 1, text: "" })),
    ),
  );
  const start = 12 + 16;
  for (let at = 0; at < COUNT; at++) font.writeUInt16BE(20_000, start + 6 + 12 * at + 8);
  const header = Buffer.alloc(12 + 4 * limits.inFile);
  header.write("ttcf", "latin1");
  header.writeUInt32BE(limits.inFile, 8);
  for (let at = 0; at < limits.inFile; at++) header.writeUInt32BE(header.length, 12 + 4 * at);
  font.writeUInt32BE(header.length + start, 12 + 8);
  return Buffer.concat([header, font, Buffer.alloc(20_000, "a")]);
}

test("a file of many long names costs little", () => {
  const file = hostile();
  const spent = beginWork();
  expect(fontNames(file)).toHaveLength(1);
  expect(spent()).toBeLessThan(500);
});
