/** One word for one thing: the words that CONTRIBUTING.md lists as gone stand in no text. */
import { expect, test } from "vitest";
import { filesBelow, textOf } from "./support/project/sources.ts";

const [, chapter = ""] = /\n## Words\n([^]*?)\n## /.exec(textOf("CONTRIBUTING.md")) ?? [];
const rows = chapter.split("\n").filter((line) => /^\| (?!Word \|)\w/.test(line));
const gone = rows.flatMap((row) =>
  (row.split("|")[4] ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
);

/** Texts and comments of sources, the pages, and the files that people see first. */
const texts = [
  ...filesBelow("src", /\.(?:ts|peggy|html|md)$/),
  ...filesBelow("docs", /\.md$/),
  ...filesBelow("examples", /\.(?:md|yaml|txt)$/),
  ...filesBelow("schema", /\.json$/),
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
];

test("the table of words has the words of plans", () => {
  const words = rows.map((row) => row.split("|")[1]?.trim() ?? "").join(", ");
  for (const word of ["recreate", "forget", "adopt", "in sync", "drift", "prune"])
    expect(words).toContain(word);
  expect(gone.length).toBeGreaterThan(10);
});

test.for(gone)("nothing says %s", (word) => {
  const pattern = new RegExp(`\\b${word.replaceAll(" ", "\\s+")}\\b`, "i");
  expect(texts.filter((file) => pattern.test(textOf(file).replace(chapter, "")))).toEqual([]);
});
