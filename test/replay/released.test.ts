/**
 * What a released server answered while the lane of the tests ran against it (test/live), against what the targets
 * answer while it runs against them: a row has to be answered alike within its case, by what the request is alike by.
 * Whatever differs is listed with its reason, in one table for each target, which holds both ways.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { LIVE_FILES } from "../../scripts/proof/live.ts";
import { requestOf, type Recorded } from "../live/recorder.ts";
import { runLane } from "../live/run-lane.ts";
import { describeRecordings } from "../support/run/samples.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { recordedByCase, RELEASED, type RecordedRow } from "./recorded.ts";
import { runRecordedCleaning } from "./recorded-cases.ts";
import { compareAnswer, compareRow, type Outcome } from "./recorded-compare.ts";
import { nameOfRow, type KnownDifferences } from "./recorded-differences.ts";
import { expectListed } from "./recorded-listed.ts";
import {
  furnish,
  listenUnnamed,
  recordedTargets,
  replay,
  startRecordedTarget,
  type RecordedTarget,
} from "./recorded-targets.ts";
import { releasedDifferencesGeoserver } from "./released-differences-geoserver.ts";
import { releasedDifferencesStock } from "./released-differences-stock.ts";
import { tell } from "./support.ts";

/** At most this part of all rows may be listed. */
const LISTED_AT_MOST = 0.1;

const tables: Readonly<Record<RecordedTarget, KnownDifferences>> = {
  stock: releasedDifferencesStock,
  geoserver: releasedDifferencesGeoserver,
};

/** What was sent one after the other by people; all else was sent by the lane. */
const BY_HAND = /^2\.28\.2 tomcat/;
const CLEANING = "(cleaning)";
/** Documents of the recorded server as it was before the lane, as far as they were recorded whole. */
const RECORDED_BEFORE = [
  "/rest/services/wcs/settings.xml",
  "/rest/services/wmts/settings.xml",
  "/rest/logging.xml",
];

/** Files of the lane; outside of a proof tables of the contract alone, a few of them. */
const contractFiles = [
  "workspaces",
  "accounts",
  "layer-groups",
  "styles",
  "tile-layers",
  "url-checks",
];
const files = isProof
  ? LIVE_FILES
  : slice(contractFiles, { test: 1 }).map((name) => `test/contract/${name}.test.ts`);

/** What a target answered while the lane ran against it. */
async function met(
  target: RecordedTarget,
  before: readonly RecordedRow[],
): Promise<readonly Recorded[]> {
  const app = await startRecordedTarget(target, { line: "2.28" });
  await furnish(app);
  for (const url of RECORDED_BEFORE) {
    const found = before.find(({ exchange }) => exchange.method === "GET" && exchange.url === url);
    const body = found?.exchange.body.replaceAll("(secret)", "gis");
    await replay(app, {
      method: "PUT",
      url: url.replace(".xml", ""),
      mediaType: "application/xml",
      body,
    });
  }
  const folder = mkdtempSync(join(tmpdir(), "plumbline-released-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const record = join(folder, "met.jsonl");
  const url = await listenUnnamed(app);
  await runLane(url, files, {
    PLUMBLINE_LIVE_RECORD: record,
    PLUMBLINE_LIVE_KEEPS: "1000",
    PLUMBLINE_LIVE_OPENS: "no",
    PLUMBLINE_LINE: "2.28",
  });
  const lines = readFileSync(record, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Recorded);
}

/** The type of what was sent by hand, which was not recorded. */
function typeOf(body: string | null | undefined): string | undefined {
  if (body == null) return undefined;
  if (body.startsWith("{")) return "application/json";
  if (/<(?:StyledLayerDescriptor|UserStyle)\b/.test(body)) return "application/vnd.ogc.sld+xml";
  return body.startsWith("<") ? "application/xml" : "application/vnd.geoserver.geocss+css";
}

/** Answers of the proxy that most of the lane went through, which knew what a file is and no more. */
function isOfProxy({ body }: RecordedRow["exchange"]): boolean {
  return /^<ResourceMetadata><name>[^<]*<\/name><type>\w+<\/type><\/ResourceMetadata>$/.test(body);
}

/** What a row comes to that the lane of today does not ask, or asks of what the recorded server had not. */
const SET_ASIDE = "set aside";
/** At most this part of all rows may be so. */
const SET_ASIDE_AT_MOST = 0.08;

/** What the recorded server said where it could not open the data of what was to be published. */
const UNOPENED =
  /^(?:Failed to find the datastore factory|Failed to create reader|Could not find the raster plugin)/;
/** What it said afterwards of what it had not published. */
const UNPUBLISHED = /^No such (?:feature type|coverage|layer)\b|"original" is null$|^\w+:\w+$/;

/** The requests that a target got. */
interface Met {
  /** By what they are alike by: a run is tens of thousands of them. */
  readonly own: ReadonlyMap<string, readonly Recorded[]>;
  readonly ownPages: boolean;
  /** The recorded rows of the same case. */
  readonly rows: readonly RecordedRow[];
}

/**
 * Compares a row with all requests like it of its case: one of them has to be answered the same. For the stock server,
 * which knows less, those of other cases count where its own has none. Ours has data that the recorded server could not
 * open, so what was not there then, for want of data, is set aside; so is what nobody asks any more, or at that moment.
 */
function compareMet(row: RecordedRow, { own, ownPages, rows }: Met): Outcome {
  const { exchange } = row;
  const compare = (one: RecordedRow, { status, type = "", location = "", body }: Recorded) =>
    compareAnswer(one, { status, type, location, body: masked(body, one) }, ownPages);
  const alike = own.get(requestOf(exchange)) ?? [];
  const within = alike.filter((one) => one.case === exchange.case);
  const nearness = ({ url, status }: Recorded) =>
    2 * Number(url === exchange.url) + Number(status === exchange.status);
  const pool = (within.length > 0 || ownPages ? within : alike).toSorted(
    (a, b) => nearness(b) - nearness(a),
  );
  let nearest: Outcome | undefined;
  for (const one of pool) {
    const outcome = compare(row, one);
    if (outcome.difference === "") return outcome;
    nearest ??= outcome;
  }
  nearest ??= { id: row.id, difference: "not asked" };
  if (!ownPages) return nearest;
  const there = pool.filter(({ url }) => url === exchange.url);
  const [first] = there;
  const isUnpublished =
    UNPUBLISHED.test(exchange.body) &&
    rows.some((other) => UNOPENED.test(other.exchange.body)) &&
    (first?.status ?? 0) < 500;
  // A table of the contract asks everything at its moment; in other cases an object is read at others by now.
  const isOfAnotherMoment =
    exchange.method === "GET" &&
    !exchange.case.startsWith("contract: ") &&
    rows.some(
      (other) =>
        other !== row &&
        other.exchange.url === exchange.url &&
        there.some((one) => compare(other, one).difference === ""),
    );
  const isSetAside = first === undefined || isUnpublished || isOfAnotherMoment;
  return isSetAside ? { id: row.id, difference: SET_ASIDE } : nearest;
}

/** The word that the recorder took for a password wherever it stood. */
function masked(body: string, { exchange }: RecordedRow): string {
  return exchange.body.includes("(secret)") ? body.replaceAll("gis", "(secret)") : body;
}

/** Sends again what cleaned up after cases of which the lane of today leaves something else. */
async function cleanAgain(
  target: RecordedTarget,
  rows: readonly RecordedRow[],
  outcomes: Outcome[],
): Promise<void> {
  const app = await startRecordedTarget(target, { line: "2.28" });
  await furnish(app, { keepsRules: true });
  const differing = new Map(
    [...outcomes.entries()].flatMap(([at, { id, difference }]) =>
      difference === "" ? [] : [[id, at] as const],
    ),
  );
  const left = rows.filter(({ id }) => differing.has(id));
  const answers = await runRecordedCleaning(app, left);
  for (const row of left) {
    const outcome = compareRow(row, answers.get(row.id) ?? [], target === "geoserver");
    if (outcome.difference === "") outcomes[differing.get(row.id) ?? -1] = outcome;
  }
}

describeRecordings("answers of a released server", RELEASED, () => {
  const byCase = recordedByCase(RELEASED);
  const all = [...byCase.values()].flat();

  describe.for(recordedTargets)("%s", (target) => {
    const ownPages = target === "geoserver";
    const about = `Answers of a released server, ${target}`;

    test("what the lane sends", { timeout: 1_800_000 }, async () => {
      const own = await met(target, byCase.get(CLEANING) ?? []);
      const ran = new Set(own.map(({ case: name }) => name));
      const rows = all
        .filter(({ exchange: { case: name } }) => ran.has(name) && (isProof || name !== CLEANING))
        .filter(({ exchange }) => !isOfProxy(exchange));
      const alike = Map.groupBy(own, requestOf);
      const compared = rows.map((row) =>
        compareMet(row, { own: alike, ownPages, rows: byCase.get(row.exchange.case) ?? [] }),
      );
      if (target === "stock") await cleanAgain(target, byCase.get(CLEANING) ?? [], compared);
      const outcomes = compared.filter(({ difference }) => difference !== SET_ASIDE);
      tell(`${about}: ${rows.length - outcomes.length} of ${rows.length} set aside`);
      if (isProof) expect(1 - outcomes.length / rows.length).toBeLessThanOrEqual(SET_ASIDE_AT_MOST);
      expect(outcomes.length).toBeGreaterThan(0);
      if (process.env["PLUMBLINE_TELL"] !== undefined)
        for (const { id, difference } of outcomes)
          if (difference !== "") tell(`${id}\t${difference}`);
      expectListed(about, tables[target], outcomes);
    });

    test("what was sent by hand", async () => {
      const app = await startRecordedTarget(target, { line: "2.28" });
      const outcomes: Outcome[] = [];
      for (const row of all.filter(({ exchange }) => BY_HAND.test(exchange.case))) {
        const { method, url, reqBody: body } = row.exchange;
        const mediaType = typeOf(body);
        const answer = await replay(app, { method, url, mediaType, body });
        outcomes.push(compareAnswer(row, answer, ownPages));
      }
      expectListed(`${about}, by hand`, tables[target], outcomes);
    });

    test("every entry is about a row, and few rows are listed", () => {
      const names = all.map(({ id }) => nameOfRow(id));
      const listed = names.filter((name) => tables[target].has(name)).length;
      expect([...tables[target].keys()].filter((name) => !names.includes(name))).toEqual([]);
      tell(`${about}: ${listed} of ${all.length} listed with a reason`);
      expect(listed / all.length).toBeLessThanOrEqual(LISTED_AT_MOST);
    });
  });
});
