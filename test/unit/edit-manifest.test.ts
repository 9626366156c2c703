/** Edits of manifests: one field is another, and everything else stays as it was written. */
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { editManifest, type Edit } from "../../src/reconciler/manifest/edit.ts";

const FILE = `# Who may see what.
apiVersion: plumbline/v1
kind: AccessRules # of one workspace
metadata: { name: geology }
spec:
  mode: merge
  rules:
    # Everybody of the survey.
    "geology.*.r": [ROLE_A, ROLE_B] # for now
    "geology.*.w":
      - ROLE_C # the editor
      - ROLE_D
---
# The other one.
apiVersion: plumbline/v1
kind: CatalogMode
metadata:
  name: catalog
spec:
  mode: MIXED # not yet HIDE
`;

const rules = (key: string, value: unknown): Edit => ({ path: ["spec", "rules", key], value });

describe("a change on one line leaves every other character", () => {
  test.for<[what: string, line: number, edit: Edit, before: string, after: string]>([
    [
      "a list",
      4,
      rules("geology.*.r", ["ROLE_A"]),
      "[ROLE_A, ROLE_B] # for now",
      "[ROLE_A] # for now",
    ],
    [
      "a text",
      17,
      { path: ["spec", "mode"], value: "HIDE" },
      "mode: MIXED # not",
      "mode: HIDE # not",
    ],
    [
      "a text that needs quotes",
      17,
      { path: ["spec", "mode"], value: "a: b, c" },
      "mode: MIXED # not",
      'mode: "a: b, c" # not',
    ],
  ])("%s", ([, line, edit, before, after]) => {
    expect(editManifest(FILE, line, [edit])).toBe(FILE.replace(before, after));
  });
});

describe("a change of several lines keeps comments", () => {
  test.for<[what: string, edit: Edit, gone: readonly string[]]>([
    ["a list in a block", rules("geology.*.w", ["ROLE_C", "ROLE_E"]), ["- ROLE_D"]],
    ["a new entry", rules("geology.Borehole.r", ["*"]), []],
    ["an entry less", rules("geology.*.w", undefined), ["ROLE_C", "the editor", "ROLE_D"]],
  ])("%s", ([, edit, gone]) => {
    const edited = editManifest(FILE, 4, [edit]);
    const comments = FILE.match(/#[^\n]*/g)?.filter(
      (one) => !gone.some((text) => one.includes(text)),
    );
    for (const comment of comments ?? []) expect(edited).toContain(comment);
    for (const text of gone) expect(edited).not.toContain(text);
    const [first, second] = parseAllDocuments(edited);
    expect((first?.getIn(edit.path) as { toJSON?: () => unknown } | undefined)?.toJSON?.()).toEqual(
      edit.value,
    );
    expect(second?.toJS()).toEqual(parseAllDocuments(FILE)[1]?.toJS());
  });
});

test("in a list of manifests the one around the line is meant", () => {
  const one = (name: string) =>
    `  - apiVersion: plumbline/v1\n    kind: CatalogMode\n    metadata: { name: ${name} }\n    spec: { mode: HIDE }\n`;
  const list = `kind: List\nitems:\n${one("a")}${one("b")}`;
  const edited = editManifest(list, 9, [{ path: ["spec", "mode"], value: "MIXED" }]);
  expect(edited).toBe(`kind: List\nitems:\n${one("a")}${one("b").replace("HIDE", "MIXED")}`);
});
