/**
 * Sheets that are made up with seeds, one after the other: translated here, and where PLUMBLINE_LIVE_URL names a
 * running server (with PLUMBLINE_USER and PLUMBLINE_PASSWORD), held against what that server makes of them. It
 * gets a style for each, which is deleted again; use one that may be thrown away.
 */
import { describe, expect, test } from "vitest";
import { translateSheet } from "../../src/geocss/translate.ts";
import { madeSheet, sheetText } from "../support/styles/made-sheets.ts";
import { seeded } from "../support/styles/sheet-mutations.ts";
import { compareStyles } from "../support/styles/sld-compare.ts";
import { meantStyle } from "../support/styles/sld-manners.ts";
import { readSld } from "../support/styles/sld-model.ts";

const sheets = (count: number): readonly string[] =>
  Array.from({ length: count }, (_unused, seed) => sheetText(madeSheet(seeded(seed))));

test("a made sheet becomes an SLD that can be read, or has a problem with its place", () => {
  let translated = 0;
  for (const sheet of sheets(40)) {
    const { sld, problems } = translateSheet(sheet);
    if (problems === undefined) {
      expect(readSld(sld).levels.length, sheet).toBeGreaterThan(0);
      translated += 1;
    } else expect(problems[0]?.place.line, sheet).toBeGreaterThan(0);
  }
  expect(translated).toBeGreaterThan(20);
});

const url = process.env["PLUMBLINE_LIVE_URL"];
if (url === undefined)
  process.stderr.write("SKIPPED, PLUMBLINE_LIVE_URL names no server: made sheets against one\n");

/** What the server makes of a sheet; undefined where it refuses it, or takes too long. */
async function made(server: string, css: string): Promise<string | undefined> {
  const { PLUMBLINE_USER: user = "admin", PLUMBLINE_PASSWORD: password = "geoserver" } =
    process.env;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const style = `${server.replace(/\/$/, "")}/rest/styles`;
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(style + path, {
      signal: AbortSignal.timeout(20_000),
      ...init,
      headers: { authorization, "content-type": "application/vnd.geoserver.geocss+css" },
    });
  const posted = await ask("?name=plumbline-made&raw=true", { method: "POST", body: css });
  await posted.text();
  if (posted.status !== 201) return undefined;
  try {
    const answer = await ask("/plumbline-made.sld");
    const text = await answer.text();
    return answer.ok ? text : undefined;
  } finally {
    const deleted = await ask("/plumbline-made?purge=true", { method: "DELETE" });
    await deleted.text();
  }
}

describe.runIf(url !== undefined)("made sheets on a running server", () => {
  test("become what they become here, but for a few", { timeout: 480_000 }, async () => {
    const counts = { equal: 0, meaning: 0, different: 0, refused: 0 };
    for (const sheet of sheets(300)) {
      const theirs = await made(url ?? "", sheet);
      const { sld, problems } = translateSheet(sheet);
      if (theirs === undefined || problems !== undefined) counts.refused += 1;
      else counts[compareStyles(meantStyle(readSld(sld)), meantStyle(readSld(theirs))).kind] += 1;
    }
    process.stderr.write(`made sheets on a running server: ${JSON.stringify(counts)}\n`);
    const compared = counts.equal + counts.meaning + counts.different;
    expect((counts.equal + counts.meaning) / compared, JSON.stringify(counts)).toBeGreaterThan(0.8);
  });
});
