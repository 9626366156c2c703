/** What people see at a terminal: the plan as wide as it is, the question, progress, and the end. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { describeProgram } from "../support/run/parts.ts";
import { isCatalogWrite, startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { testInProof } from "../support/run/scale.ts";
import { openTerminal } from "../support/project/terminal.ts";
import { estate, serverForFile, style } from "./support.ts";

const { url } = serverForFile();

/** So many styles of an estate, and a server that takes its time with each, or waits before the write of a number. */
async function slowly(
  name: string,
  count: number,
  before: (write: number) => Promise<unknown> = () => pause(400),
): Promise<{ folder: string; slow: string }> {
  const files = Array.from({ length: count }, (_unused, index) => [
    [`${index}.yaml`, style(`${name}-${index}`)],
    [`${name}-${index}.sld`, sld()],
  ]).flat();
  let writes = 0;
  const slow = await startProxy(url(), async (request) => {
    if (isCatalogWrite(request)) await before(writes++);
  });
  return { folder: estate(name, Object.fromEntries(files)), slow };
}

describeProgram("tmux", "a terminal", () => {
  test("yes: progress in one line, in colour, and nothing of it left", async () => {
    const seen = Promise.withResolvers<void>();
    const half = (write: number) => (write < 8 ? pause(100) : seen.promise);
    const { folder, slow } = await slowly("agreed", 15, half);
    const terminal = await openTerminal(["apply", folder], { columns: 100, url: slow });
    await terminal.until(/Apply this plan\?/);
    await terminal.press("Left", "Enter");
    const under = await terminal.until(/^\[\d+\/16\] .* {2}\d+(?:\.\d)?\/s, \d+ s left/m);
    expect(under.match(/^\[\d+\/16\]/gm)).toHaveLength(1);
    seen.resolve();
    expect(await terminal.ended()).toBe(0);
    const shown = await terminal.shown();
    expect(shown).toMatch(
      /^agreed on 127\.0\.0\.1:\d+ {2}\(plumbline 0\.0\.0-test, 16 objects\)\n/,
    );
    expect(shown).toMatch(/^Applied: the catalog is in sync\. 16 of 16 requests done\.$/m);
    expect(shown).not.toMatch(/^\[\d+\/16\]/m);
    // oxlint-disable-next-line no-control-regex -- colours are control characters.
    expect(await terminal.painted()).toMatch(/\u001b\[32m {2}\+.*\u001b\[1mStyle\/agreed/);
  }, 60_000);

  test("no, 40 columns, no colour: words stay whole, and nothing is written", async () => {
    const { folder, slow } = await slowly("refused", 2);
    const terminal = await openTerminal(["apply", folder, "--no-color"], {
      columns: 40,
      url: slow,
      env: { FORCE_COLOR: "1" },
    });
    await terminal.until(/Apply this/);
    await terminal.press("Enter");
    expect(await terminal.ended()).toBe(0);
    const shown = await terminal.shown();
    expect(shown).toMatch(/^Nothing was changed\.$/m);
    // The same as in a pipe of 40 columns: the terminal itself had nothing to break but long names.
    const plan = await runHere(["plan", folder], { url: slow, env: { COLUMNS: "40" } });
    expect(plan.stdout.split("\n").length).toBeGreaterThan(15);
    const lines = (text: string) => text.split("\n").map((line) => line.trimEnd());
    expect(lines(shown).slice(0, lines(plan.stdout).length - 1)).toEqual(
      lines(plan.stdout).slice(0, -1),
    );
    // oxlint-disable-next-line no-control-regex -- colours are control characters.
    expect((await terminal.painted()).replace(/Apply this[\s\S]*/, "")).not.toMatch(/\u001b\[3\dm/);
    expect((await runHere(["plan", folder], { url: slow })).stdout).toMatch(/Plan: 3 create/);
  }, 60_000);

  describeProgram("less", "a pager", () => {
    test("a plan that is longer than the screen is in a pager, before the question", async () => {
      const { folder } = await slowly("long", 70, async () => undefined);
      const args = ["apply", folder, "--all"];
      const terminal = await openTerminal(args, {
        columns: 100,
        url: url(),
        env: { TERM: "screen" },
      });
      await terminal.until(/^:$/m);
      expect(await terminal.shown()).not.toMatch(/Plan: 71 create|Apply this plan/);
      await terminal.press("G");
      await terminal.until(/^\+ create$/m);
      await terminal.press("q");
      await terminal.until(/Apply this plan\?/);
      await terminal.press("n");
      expect(await terminal.ended()).toBe(0);
      expect(await terminal.shown()).toContain("Plan: 71 create");
    });
  });

  testInProof(
    "interrupted: the requests in flight end, and the rest is not tried",
    async () => {
      const { folder, slow } = await slowly("halted", 15);
      const terminal = await openTerminal(["apply", folder, "--yes"], { columns: 80, url: slow });
      await terminal.until(/^\[\d+\/16\] /m);
      await terminal.press("C-c");
      await terminal.until(/Stopping after the requests in flight/);
      expect(await terminal.ended()).toBe(130);
      const shown = (await terminal.shown()).replaceAll(/\s+/g, " ");
      const done = Number(/ (\d+) of 16 requests done, /.exec(shown)?.[1]);
      expect(done).toBeGreaterThan(0);
      expect(done).toBeLessThan(16);
      const rest = await runHere(["plan", folder], { url: url() });
      expect(rest.stdout).toContain(`Plan: ${16 - done} create`);
    },
    60_000,
  );
});
