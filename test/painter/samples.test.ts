/** Every real style: a picture of each rule, or a refusal that says why; never a throw, always a document. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { translateSheet } from "../../src/geocss/translate.ts";
import { sheetOf } from "../../src/painter/page/sheet.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { decodeText } from "../../src/wire/text.ts";
import { WireError } from "../../src/wire/wire-error.ts";
import { refusedStyles } from "../replay/verdicts.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { readSvg, unsafeParts } from "../support/styles/svg-documents.ts";

interface Drawn {
  readonly name: string;
  readonly milliseconds: number;
  /** Why it is not drawn; undefined where it is. */
  readonly refusal: string | undefined;
  readonly rules: number;
  readonly noted: number;
  readonly unsafe: readonly string[];
}

function draw(name: string, sldOf: () => Uint8Array): Drawn {
  const start = performance.now();
  const done = () => Math.round(performance.now() - start);
  const nothing = { name, rules: 0, noted: 0, unsafe: [] };
  try {
    const { svg, tiles } = sheetOf(readStyle(sldOf()), () => undefined);
    const milliseconds = done();
    const noted = tiles.filter(({ drawing }) => drawing.notes.length > 0).length;
    const unsafe = unsafeParts(readSvg(svg));
    return { name, milliseconds, refusal: undefined, rules: tiles.length, noted, unsafe };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { ...nothing, milliseconds: done(), refusal: error.message };
  }
}

function sheet(path: string): Uint8Array {
  const { sld, problems } = translateSheet(decodeText(readFileSync(path)));
  if (sld !== undefined) return Buffer.from(sld);
  throw new WireError("malformed", problems.map(({ message }) => message).join("; "));
}

/** Every figure in a proof, for whoever wants to see what became slower. */
function tell(drawn: readonly Drawn[]): void {
  if (!isProof) return;
  for (const { name, milliseconds, refusal, rules, noted } of drawn)
    process.stdout.write(
      `${String(milliseconds).padStart(6)} ms  ${refusal ?? `${rules} pictures, ${noted} with notes`}  ${name}\n`,
    );
}

function expectAll(drawn: readonly Drawn[]): void {
  tell(drawn);
  expect(drawn.filter(({ unsafe }) => unsafe.length > 0)).toEqual([]);
  // A refusal is a sentence.
  expect(drawn.filter(({ refusal }) => refusal !== undefined && refusal.length < 10)).toEqual([]);
}

describeSamples("pictures of real styles", () => {
  test("of each SLD", () => {
    const files = readdirSync(sample("sld")).filter((file) => file.endsWith(".sld"));
    const drawn = slice(files, { test: 20 }).map((file) =>
      draw(file, () => readFileSync(sample(`sld/${file}`))),
    );
    expectAll(drawn);
    const refused = drawn.flatMap(({ name, refusal }) => (refusal === undefined ? [] : [name]));
    const verdicts = new Set(refusedStyles.map(({ file }) => file));
    expect(refused.toSorted()).toEqual(
      drawn.flatMap(({ name }) => (verdicts.has(name) ? [name] : [])).toSorted(),
    );
  });

  test("of each style sheet", () => {
    const files = readdirSync(sample("css"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".css"))
      .toSorted();
    const drawn = slice(files, { test: 12 }).map((file) =>
      draw(join(file, basename(file)), () => sheet(sample(`css/${file}`))),
    );
    expectAll(drawn);
    expect(drawn.filter(({ refusal }) => refusal === undefined).length).toBeGreaterThan(
      drawn.length * 0.9,
    );
  });
});
