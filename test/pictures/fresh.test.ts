/** The pictures of the documentation show what there is: found out without a browser, by what is in them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleContents, reportContents, seenIn } from "../../scripts/pictures/contents.ts";
import { openShown, type Shown } from "../../scripts/pictures/estate.ts";
import { keptNote, keptPicture } from "../../scripts/pictures/kept.ts";
import { poses, sheets, type PictureName } from "../../scripts/pictures/shots.ts";
import { ruleDigests } from "../../scripts/pictures/style-rules.ts";
import { textOf } from "../support/project/sources.ts";

/** How large a picture may be, in bytes: readers load both with the README. */
const LARGEST = 150_000;

/** What to do about a picture that shows something else than there is. */
const advice = (name: PictureName) =>
  `docs/pictures/${name}.png shows what is no longer so: run \`npm run pictures\`, and look at it`;

describe("what is in a picture is as when it was made", () => {
  let shown: Shown;
  beforeAll(async () => void (shown = await openShown()));
  afterAll(() => shown.close());

  const { contents: ofReport } = keptNote("report");
  const reportNow = (report: string) => reportContents({ ...shown, report }, seenIn(ofReport));

  test("report", () => {
    expect(reportNow(shown.report), advice("report")).toEqual(ofReport);
  });

  test("console", async () => {
    const { contents } = keptNote("console");
    const seen = seenIn(contents);
    expect(seen.documents.length).toBeGreaterThan(3);
    expect(await consoleContents(shown, seen), advice("console")).toEqual(contents);
  });

  test.for([
    ['<h3 id="hard">Destructive</h3>', '<h3 id="hard">Dangerous</h3>'],
    ['"danger', '"peril'],
    ["#B03A2E", "#B03A2F"],
    ['stroke=\\"#b03a2e\\"', 'stroke=\\"#b03a2f\\"'],
  ] as const)("a report with another %s is noticed", ([now, then]) => {
    const report = shown.report.replaceAll(now, then);
    expect(report).not.toBe(shown.report);
    expect(reportNow(report)).not.toEqual(ofReport);
  });

  test("what lies below the picture is not in it", () => {
    const report = shown.report.replaceAll("Where granules come and go", "Where granules go");
    expect(report).not.toBe(shown.report);
    expect(reportNow(report)).toEqual(reportNow(shown.report));
  });
});

describe.for(Object.keys(poses) as PictureName[])("the style sheet of %s", (name) => {
  const sheet = textOf(sheets[name]);
  const { selectors } = seenIn(keptNote(name).contents);
  const now = ruleDigests(sheet, selectors);

  test("counts as far as something in the picture meets it", () => {
    expect(selectors.length).toBeGreaterThan(20);
    const other = `/* New. */ :root { --unused: red }\n${sheet}\n.nowhere { color: red }`;
    expect(ruleDigests(other.replaceAll("; ", ";\n"), selectors)).toEqual(now);
  });

  test.for([
    ["body { color: red }", "a rule more"],
    [":root { --line: red }", "a colour that is used"],
  ] as const)("with %s, %s, is noticed", ([rule]) => {
    expect(ruleDigests(`${sheet}\n${rule}`, selectors)).not.toEqual(now);
  });
});

test.for(Object.keys(poses) as PictureName[])("%s is small, and the README shows it", (name) => {
  expect(keptPicture(name).length).toBeLessThan(LARGEST);
  expect(textOf("README.md")).toContain(`src="docs/pictures/${name}.png"`);
});
