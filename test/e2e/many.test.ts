/** Many objects at once: plans fold what repeats, and a run that was cut off shows how many and not which. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { isCatalogWrite, startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { testInProof } from "../support/run/scale.ts";
import { estate, serverForFile, style } from "./support.ts";

const { url } = serverForFile();
const COUNT = 25;

const names = (name: string) => Array.from({ length: COUNT }, (_unused, at) => `${name}-${at}`);

/** An estate of many styles that nothing special is to be said of, and of one more. */
function crowd(name: string, colour = "#0a0b0c"): string {
  return estate(
    name,
    Object.fromEntries(
      names(name).flatMap((one) => [
        [`${one}.yaml`, style(one)],
        [`${one}.sld`, sld({ colour })],
      ]),
    ),
  );
}

const linesOf = (text: string) => text.trimEnd().split("\n").length;

interface Told {
  readonly changes: readonly { readonly address: string }[];
  readonly requests: readonly unknown[];
}

test("what repeats is folded, and shown one by one when asked", async () => {
  const folder = crowd("fold");
  const run = (...args: readonly string[]) => runHere(args, { url: url() });
  const folded = await run("plan", folder);
  expect(folded.stdout).toContain(`    + Style/*  (26 objects; --all shows each)\n`);
  expect(folded.stdout).toMatch(/^ {3}1\. to 26\. POST \/styles\?name=\*&raw=true {2}26 requests/m);
  expect(linesOf(folded.stdout)).toBeLessThan(15);
  expect(folded.stdout).toContain("Plan: 26 create");
  const whole = await run("plan", folder, "--all");
  for (const one of names("fold")) {
    expect(whole.stdout).toContain(`+ Style/${one}\n`);
    expect(whole.stdout).toContain(`POST /styles?name=${one}&raw=true`);
  }
  const json = JSON.parse((await run("plan", folder, "-o", "json")).stdout) as Told;
  expect([json.changes.length, json.requests.length]).toEqual([26, 26]);
  const file = join(folder, "saved.json");
  await run("plan", folder, "--report", file);
  expect(await run("show", file)).toMatchObject({ stdout: folded.stdout });
  expect(await run("show", file, "--all")).toMatchObject({ stdout: whole.stdout });
});

test("an interrupted run reports counts, and nothing untrue of what it did not try", async () => {
  const folder = crowd("cut");
  let isFirst = true;
  const proxy = await startProxy(url(), (request) => {
    if (isCatalogWrite(request) && isFirst) process.emit("SIGINT");
    isFirst &&= !isCatalogWrite(request);
  });
  const ran = await runHere(["apply", folder, "--yes"], { url: proxy });
  expect(ran.code).toBe(130);
  expect(ran.stderr).not.toContain("did-not-converge");
  const said = /^Interrupted: (\d+) of 26 requests done, (\d+) not tried\. Run apply again\.$/m;
  const [, done, left] = said.exec(ran.stdout) ?? [];
  expect(Number(done) + Number(left)).toBe(26);
  expect(ran.stderr.match(/^not tried/gm)).toHaveLength(1);
  expect(linesOf(ran.stdout + ran.stderr)).toBeLessThan(50);
  const again = await runHere(["apply", folder, "--yes"], { url: url() });
  expect(again.stdout).toContain(`Applied: the catalog is in sync. ${left} of ${left}`);
});

testInProof(
  "what destroys is named one by one",
  async () => {
    const folder = crowd("gone");
    await runHere(["apply", folder, "--yes"], { url: url() });
    const ran = await runHere(["destroy", folder], { url: url() });
    expect(ran.stdout.match(/^ {4}- Style\/gone/gm)).toHaveLength(26);
  },
  60_000,
);

testInProof(
  "refusals that say the same are counted",
  async () => {
    const folder = crowd("alike");
    const proxy = await startProxy(url(), (request) =>
      isCatalogWrite(request) ? "refuse" : undefined,
    );
    const ran = await runHere(["apply", folder, "--yes"], { url: proxy });
    expect(ran.code).toBe(6);
    expect(ran.stderr).toMatch(/^refused 403: POST \S+ {2}.*\n {4}not here$/m);
    expect(ran.stderr).toContain("refused 403: 23 more requests, with the same answer\n");
    // They were tried, and the catalog does not hold them.
    expect(ran.stderr).toContain("23 more of [did-not-converge]\n");
    expect(linesOf(ran.stderr)).toBeLessThan(60);
  },
  60_000,
);
