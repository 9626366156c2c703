/** The pictures of the documentation show what there is: found out without a browser, by what is in them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleContents, documentsIn, reportContents } from "../../scripts/pictures/contents.ts";
import { openShown, type Shown } from "../../scripts/pictures/estate.ts";
import { keptNote, keptPicture } from "../../scripts/pictures/kept.ts";
import { poses, type PictureName } from "../../scripts/pictures/shots.ts";
import { textOf } from "../support/sources.ts";

/** How large a picture may be, in bytes: readers load both with the README. */
const LARGEST = 150_000;

/** What to do about a picture that shows something else than there is. */
const advice = (name: PictureName) =>
  `docs/pictures/${name}.png shows what is no longer so: run \`npm run pictures\`, and look at it`;

describe("what is in a picture is as when it was made", () => {
  let shown: Shown;
  beforeAll(async () => void (shown = await openShown()));
  afterAll(() => shown.close());

  test("report", () => {
    expect(reportContents(shown), advice("report")).toEqual(keptNote("report").contents);
  });

  test("console", async () => {
    const { contents } = keptNote("console");
    const documents = documentsIn(contents);
    expect(documents.length).toBeGreaterThan(3);
    expect(await consoleContents(shown, documents), advice("console")).toEqual(contents);
  });

  test.for([
    ['<h3 id="hard">Destructive</h3>', '<h3 id="hard">Dangerous</h3>'],
    ['"danger', '"peril'],
    ["#B03A2E", "#B03A2F"],
    ['stroke=\\"#b03a2e\\"', 'stroke=\\"#b03a2f\\"'],
  ] as const)("a report with another %s is noticed", ([now, then]) => {
    const report = shown.report.replaceAll(now, then);
    expect(report).not.toBe(shown.report);
    expect(reportContents({ ...shown, report })).not.toEqual(keptNote("report").contents);
  });

  test("what lies below the picture is not in it", () => {
    const report = shown.report.replaceAll("Where granules come and go", "Where granules go");
    expect(report).not.toBe(shown.report);
    expect(reportContents({ ...shown, report })).toEqual(reportContents(shown));
  });
});

test.for(Object.keys(poses) as PictureName[])("%s is small, and the README shows it", (name) => {
  expect(keptPicture(name).length).toBeLessThan(LARGEST);
  expect(textOf("README.md")).toContain(`src="docs/pictures/${name}.png"`);
});
