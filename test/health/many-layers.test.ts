/** Many layers with faults among them: each fault is found, nothing else is, and a look stays within its bounds. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { verify as limits } from "../../src/model/limits.ts";
import type { HealthDocument } from "../../src/reconciler/report/documents.ts";
import { runCli } from "../support/commands/cli.ts";
import type { Fault, FaultName } from "../support/ogc/faults.ts";
import { scale } from "../support/run/scale.ts";
import { layer, serveEstate, tables, type, workspace } from "./served-estate.ts";

const LAYERS = scale({ test: 100, proof: 1_000 });

/** Those that a look can see, by turns. */
const visible: readonly FaultName[] = [
  "table-dropped",
  "sql-broken",
  "mapping-column-missing",
  "schema-changed",
  "mapping-no-xml",
  "filter-missing-attribute",
  "style-unknown-mark",
];

/** One in so many layers has a fault. */
const EVERY = 7;

const name = (index: number) => `city:layer${String(index).padStart(4, "0")}`;
const indices = Array.from({ length: LAYERS }, (_one, index) => index);

const faults: Record<string, Fault> = Object.fromEntries(
  indices
    .filter((index) => index % EVERY === 0)
    .map((index) => [name(index), visible[(index / EVERY) % visible.length] ?? "table-dropped"]),
);

/** Megabytes that a process has had at most; undefined where the system does not tell. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
    // A process that has ended has none.
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
  } catch {
    return undefined;
  }
}

test(`${LAYERS} layers: each fault is found, and nothing else`, async () => {
  const { server, folder } = await serveEstate(
    [
      workspace("city"),
      tables("city:pg"),
      ...indices.flatMap((index) => [type(name(index)), layer(name(index), "point")]),
    ],
    // The whole of a large table is never drawn; a look goes on all the same.
    { faults, traits: { [name(1)]: { widest: 0.2 } } },
  );
  const before = server.requests.length;
  let peak = 0;
  let watching: NodeJS.Timeout | undefined;
  const { code, stdout } = await runCli(["verify", "-o", "json", ...folder], {
    url: server.url,
    onStart: ({ pid }) => {
      watching = setInterval(() => (peak = Math.max(peak, peakOf(pid) ?? 0)), 50);
    },
  });
  clearInterval(watching);
  const found = JSON.parse(stdout) as HealthDocument;
  expect(code).toBe(7);
  const degraded = found.objects.filter(({ health }) => health === "degraded");
  expect(degraded.map(({ address }) => address.replace("Layer/", ""))).toEqual(Object.keys(faults));
  expect(found.summary).toMatchObject({ exposed: 0, unknown: 0 });
  const asked = server.requests.slice(before);
  expect(asked.length).toBeLessThanOrEqual(limits.requestsPerLayer * LAYERS);
  expect(Math.max(...asked.map(({ underWay }) => underWay))).toBeLessThanOrEqual(
    2 * limits.underWay,
  );
  process.stderr.write(
    `verify of ${LAYERS} layers: ${asked.length} requests, ${(found.milliseconds / 1_000).toFixed(1)} s, ${Math.round(peak)} MB at most\n`,
  );
  // Documents and answers are let go.
  expect(peak).toBeLessThan(350);
});
