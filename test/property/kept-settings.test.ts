/**
 * What somebody set on a server is there again after what has it was made anew, moved or renamed, or the
 * plan was stopped by a danger that names it: every element of the documents, on every server.
 */
import { describe, expect, test } from "vitest";
import type { ServerName } from "../support/kept-elements.ts";
import { operations, type Operation } from "../support/kept-operations.ts";
import { everything, finish, foretell, stage, untold, type Wish } from "../support/kept-runs.ts";

const servers: readonly ServerName[] = ["documented", "geoserver", "stock"];

/** Sets elements, operates, and sees that each of them is there again, or was named before. */
async function expectKept(server: ServerName, operation: Operation, wishes: readonly Wish[]) {
  const at = await stage(server, operation, wishes);
  const { words, dangers } = await foretell(at);
  expect(untold(await finish(at, dangers), words).join("\n")).toBe("");
}

/** What is set together: everything, or nothing of the layer or of what is behind it. */
const parts: Readonly<Record<string, (wish: Wish) => boolean>> = {
  "all elements": () => true,
  "what is behind layers": ({ subject: { root } }) => root !== "layer",
  "what layers have themselves": ({ subject: { root } }) => root === "layer",
};

const cells = Object.entries(parts).flatMap(([part, isIn]) =>
  operations.flatMap((operation) =>
    servers.map((server) => ({ part, isIn, operation, server, name: operation.name })),
  ),
);

describe("what somebody set is kept", () => {
  test.for(cells)("$part, $name, $server", async ({ isIn, operation, server }) => {
    await expectKept(server, operation, everything(operation).filter(isIn));
  });
});
