/** What a run changed, in one line. */
import { expect, test } from "vitest";
import { changesText } from "../../src/cli/commands/history.ts";

type Changes = Parameters<typeof changesText>[0]["changes"];

const many = (count: number, one: (index: number) => Changes[number]): Changes =>
  Array.from({ length: count }, (_one, index) => one(index));

test.each<readonly [string, Changes, number, string]>([
  ["nothing", [], 0, "none"],
  ["one", [{ address: "Style/topp:b", action: "delete", done: true }], 0, "Style/topp:b deleted"],
  [
    "several of several kinds",
    [
      ...many(2, (at) => ({ address: `Style/${at}`, action: "update", done: true })),
      { address: "Layer/topp:roads", action: "replace", done: true },
      ...many(3, (at) => ({ address: `Layer/${at}`, action: "create", done: true })),
    ],
    0,
    "Style 2 updated, Layer/topp:roads replaced, Layer 3 created",
  ],
  [
    "what was adopted or let go",
    [
      { address: "Style/a", action: "none", done: true },
      { address: "Style/b", action: "forget", done: true },
    ],
    0,
    "Style/a adopted, Style/b forgotten",
  ],
  [
    "what was not done",
    [
      { address: "Style/a", action: "create", done: true },
      ...many(7, (at) => ({ address: `Style/${at}`, action: "create" as const, done: false })),
    ],
    0,
    "Style/a created, 7 not done",
  ],
  [
    "only what was not done",
    [{ address: "Style/a", action: "create", done: false }],
    0,
    "1 not done",
  ],
  [
    "more than the history keeps",
    many(100, (at) => ({ address: `Style/${at}`, action: "create", done: true })),
    400,
    "Style 100 created, 400 more",
  ],
  [
    "of many kinds",
    ["Style", "Layer", "LayerGroup", "Workspace", "User"].flatMap((kind) =>
      many(2, (at) => ({ address: `${kind}/${at}`, action: "create" as const, done: true })),
    ),
    0,
    "Style 2 created, Layer 2 created, LayerGroup 2 created, 4 more",
  ],
])("%s", (_what, changes, omitted, text) => {
  expect(changesText({ changes, omitted })).toBe(text);
});
