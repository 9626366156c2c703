/** The file of rules on requests, as a stock server writes it and as people edit it. */
import { expect, test } from "vitest";
import { withoutRule } from "../../src/wire/rules-file.ts";

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
  expect(withoutRule(FILE.join(""), key)).toBe(FILE.toSpliced(line, 1).join(""));
});

test.for(["/**:GET", "/q:GET", "/last:PUT,GET"])("%s is in no line", (key) => {
  expect(withoutRule(FILE.join(""), key)).toBeUndefined();
});

test("a file with lines that go on is left alone", () => {
  expect(withoutRule("/a;GET=\\\n  ADMIN\n", "/a:GET")).toBeUndefined();
});
