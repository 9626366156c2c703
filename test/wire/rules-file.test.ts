/** The files of rules, as a stock server writes them and as people edit them. */
import { expect, test } from "vitest";
import { editedRules, rulesInFile } from "../../src/wire/rules-file.ts";

const without = (text: string, key: string) =>
  editedRules(text, "rest", new Map([[key, undefined]]));

const FILE = [
  "#Mon Nov 23 02:48:47 UTC 2026\n",
  "/**;GET,HEAD=ADMIN\n",
  "/q?/*;GET=ADMIN\n",
  "/\\u00FC/*;GET=ADMIN\n",
  "/h\\#x/*;GET=ADMIN\n",
  "/s;x/*;GET=ADMIN\n",
  "  /by hand;GET = A, B\r\n",
  "! a note\n",
  "\n",
  "/last;PUT=ADMIN",
];

test.for([
  ["/**:GET,HEAD", 1],
  ["/q?/*:GET", 2],
  ["/ü/*:GET", 3],
  ["/h#x/*:GET", 4],
  ["/s;x/*:GET", 5],
  ["/last:PUT", 9],
] as const)("%s leaves, and every other line stays", ([key, line]) => {
  expect(without(FILE.join(""), key)).toBe(FILE.toSpliced(line, 1).join(""));
});

test.for(["/**:GET", "/q:GET", "/last:PUT,GET"])("%s is in no line", (key) => {
  expect(without(FILE.join(""), key)).toBeUndefined();
});

test("a carriage return ends a line, too", () => {
  expect(without("/a;GET=A\r/b;GET=B\r", "/a:GET")).toBe("/b;GET=B\r");
  const edits = new Map([["w.b.r", ["C"]]]);
  expect(editedRules("w.a.r=A\rw.b.r=B\r", "layers", edits)).toBe("w.a.r=A\rw.b.r=C\n");
});

test("a file with lines that go on is left alone", () => {
  expect(without("/a;GET=\\\n  ADMIN\n", "/a:GET")).toBeUndefined();
});

test("rules on layers are changed and added behind the other lines, and read back", () => {
  const file = "mode=MIXED\nw.Railway\\ OSM.r=A\nw.a\\\\.b.r=A\nbase.r=A";
  const edits = new Map<string, readonly string[] | undefined>([
    ["w.a\\.b.r", undefined],
    ["w.Railway OSM.r", ["B", "C"]],
    ["w.x=\u20ac.r", []],
  ]);
  const text = editedRules(file, "layers", edits) ?? "";
  expect(text).toBe("mode=MIXED\nbase.r=A\nw.Railway\\ OSM.r=B,C\nw.x\\=\\u20ac.r=\n");
  expect([...rulesInFile(Buffer.from(text, "latin1"), "layers").rules]).toEqual([
    ["base.r", ["A"]],
    ["w.Railway OSM.r", ["B", "C"]],
    ["w.x=\u20ac.r", []],
  ]);
});
