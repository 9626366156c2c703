/**
 * The examples and the project's own manifests: every command of an example's README runs as
 * written, `plan.txt` is the plan of its `manifests/` before they are applied, and afterwards
 * nothing is left to do. Goldens: `npm test -- -u`.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../src/model/dialect.ts";
import { listenCatalog } from "./support/servers/catalog.ts";
import { commandsOf, examples } from "./support/project/examples.ts";
import { runHere } from "./support/commands/run-here.ts";
import { isProof, slice } from "./support/run/scale.ts";
import type { Ran } from "./support/commands/cli.ts";
import { root } from "./support/project/sources.ts";

/** Runs commands against a fresh server of one dialect. */
async function serverFor(dialect: DialectName): Promise<(args: readonly string[]) => Promise<Ran>> {
  const url = await listenCatalog(dialect);
  return (args) => runHere(args, { url });
}

async function nothingLeft(
  run: (args: readonly string[]) => Promise<Ran>,
  folder: string,
): Promise<void> {
  const again = await run(["plan", folder, "--detailed-exitcode"]);
  expect(again, again.stdout).toMatchObject({ code: 0 });
}

describe("examples", () => {
  test.for(slice(examples, { test: 2 }))("%s", async (name) => {
    const folder = `examples/${name}`;
    const run = await serverFor("documented");
    const commands = commandsOf(folder);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands.filter(([verb]) => verb !== "plan")) {
      const isApply = command[0] === "apply";
      if (isApply && command.includes(`${folder}/manifests`)) {
        const plan = await run(["plan", `${folder}/manifests`]);
        // The line on top names the server, which is another one each time.
        const text = plan.stdout.replace(/^\S+ on 127\.0\.0\.1:\d+ .*\n\n/, "");
        await expect(text).toMatchFileSnapshot(join(root, folder, "plan.txt"));
      }
      const ran = await run(isApply ? [...command, "--yes"] : command);
      expect(ran, ran.stderr).toMatchObject({ code: 0 });
    }
    await nothingLeft(run, `${folder}/manifests`);
  });
});

test.for(isProof ? dialects : dialects.slice(0, 1))(
  "the manifests of the project, %s dialect",
  async (dialect) => {
    const run = await serverFor(dialect);
    const applied = await run(["apply", "manifests", "--yes"]);
    expect(applied, applied.stderr).toMatchObject({ code: 0 });
    await nothingLeft(run, "manifests");
  },
);
