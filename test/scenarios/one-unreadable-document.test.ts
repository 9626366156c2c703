/**
 * One document that a server refuses, or sends as what cannot be read, does not stop an estate: of everything that a
 * plan or an import reads, the object behind it is named, and the rest goes on.
 */
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { formatAddress } from "../../src/model/address.ts";
import { importCatalog } from "../../src/reconciler/import/import.ts";
import { stockServer } from "../stock/server.ts";
import { sld } from "../support/estates/artefacts.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { CONNECTION, estateOfKinds } from "../support/estates/estate-of-kinds.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { oneByFile, slice } from "../support/run/scale.ts";

/** What comes in the place of a document. */
const FAULTS = {
  "500": [500, "text/plain", "it failed"],
  "403": [403, "text/plain", "no"],
  "400": [400, "text/plain", "what"],
  "no XML": [200, "application/xml", "<a><b"],
} as const;

/** Two objects that nothing else needs, so that one of them is planned whatever cannot be read, and some beside others. */
const CANARIES = {
  "other.yaml": [
    manifest("DataStore", { workspace: "w", name: "other" }, CONNECTION),
    manifest("FeatureType", { workspace: "w", name: "other" }, { store: "other", title: "Other" }),
    manifest(
      "CoverageStore",
      { workspace: "w", name: "beside" },
      { type: "GeoTIFF", url: "file:other.tif" },
    ),
    manifest("Coverage", { workspace: "w", name: "beside" }, { store: "beside", title: "Other" }),
  ].join("\n---\n"),
  "canary.yaml": manifest("Style", { name: "canary" }, { source: "./canary.sld" }),
  "canary.sld": sld(),
  "set.yaml": manifest(
    "GridSet",
    { name: "canary" },
    { srs: 2056, extent: [0, 0, 100, 100], resolutions: [2, 1] },
  ),
};

/** Without these there is no catalog, no estate, or nobody knows who may see what is made, or what the server shows. */
const NEEDED =
  /\/about\/|\/plumbline\b|\/security\/acl\/|\/namespaces?\b.*quiet|^\/workspaces\.xml$|^\/resource$/;

/** What shows one object, so that no other one goes with it. */
const OF_ONE = /\/(?:db|roads|relief|gauges|Gauge|rain|wms|ocean|wmts|hills|all)\.xml/;

async function start(name: "documented" | "geoserver" | "stock") {
  const app = name === "stock" ? stockServer().app : (await startCatalog({ dialect: name })).app;
  onTestFinished(() => app.close());
  const fault: { path?: string; answer?: (typeof FAULTS)[keyof typeof FAULTS] } = {};
  const asked = new Set<string>();
  app.addHook("onRequest", async ({ method, url }, reply) => {
    if (method !== "GET" && method !== "HEAD") return;
    const path = url.replace(/^\/(?:geoserver\/)?rest/, "");
    asked.add(path);
    if (path !== fault.path || fault.answer === undefined) return;
    const [status, type, body] = fault.answer;
    await reply.code(status).header("content-type", type).send(body);
  });
  const folder = temporaryFolder();
  writeFiles(folder, estateOfKinds(CANARIES));
  const { result } = await applyFolder(app, folder, { allow: ["public-access", "index-table"] });
  expect(result?.converged).toBe(true);
  writeFiles(folder, {
    "canary.sld": sld({ colour: "#00FF00" }),
    "set.yaml": CANARIES["set.yaml"].replace('"srs":2056', '"srs":2057'),
    "FeatureType.yaml": manifest(
      "FeatureType",
      { workspace: "w", name: "roads" },
      { store: "db", title: "Ways" },
    ),
  });
  return { app, folder, fault, asked };
}

function isDocument(path: string): boolean {
  return /\.xml\b|format=xml$|\.json\b/.test(path) && !/^\/resource\/.*\.\w+\?/.test(path);
}

const cases = (asked: ReadonlySet<string>, most: number) =>
  slice(
    [...asked]
      .filter((path) => !NEEDED.test(path))
      .flatMap((path) =>
        (Object.keys(FAULTS) as (keyof typeof FAULTS)[])
          // The content of a file may be anything.
          .filter((fault) => fault !== "no XML" || isDocument(path))
          .map((fault) => [path, fault] as const),
      ),
    { test: most },
  );

describe.for(oneByFile(import.meta.url, ["documented", "geoserver", "stock"] as const))(
  "%s",
  (name) => {
    test("plans go on", async () => {
      const { app, folder, fault, asked } = await start(name);
      asked.clear();
      const planned = async () => {
        const { plan, diagnostics } = await planFolder(app, folder, { prune: "owned" });
        const changes = plan?.steps.flatMap(({ addresses }) => addresses.map(formatAddress)) ?? [];
        return { changes, told: diagnostics.map(({ message }) => message) };
      };
      const whole = await planned();
      const wrong: string[] = [];
      for (const [path, kind] of cases(asked, 3)) {
        Object.assign(fault, { path, answer: FAULTS[kind] });
        try {
          const { changes, told } = await planned();
          const isPlanned = changes.some((one) => one.endsWith("canary"));
          const isTold = told.some((message) => message.includes(path.split("?")[0] ?? ""));
          if (!isPlanned || !(isTold || changes.join() === whole.changes.join()))
            wrong.push(`${kind} ${path}: ${changes.join()}, told ${told.join()}`);
        } catch (error) {
          wrong.push(`${kind} ${path}: ${(error as Error).message}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    test("imports go on", async () => {
      const { app, fault, asked } = await start(name);
      asked.clear();
      const whole = await imported(app);
      const wrong: string[] = [];
      for (const [path, kind] of cases(asked, 3)) {
        Object.assign(fault, { path, answer: FAULTS[kind] });
        try {
          const { objects, told } = await imported(app);
          const lost = whole.objects.filter((one) => !objects.includes(one));
          const isTold = told.some((reason) => reason.includes(path.split("?")[0] ?? ""));
          const isMore = OF_ONE.test(path) && lost.some((one) => /other|beside/.test(one));
          if (isMore || lost.length * 2 > whole.objects.length || !(isTold || lost.length === 0))
            wrong.push(`${kind} ${path}: without ${lost.join()}, told ${told.join()}`);
        } catch (error) {
          wrong.push(`${kind} ${path}: ${(error as Error).message}`);
        }
      }
      expect(wrong).toEqual([]);
    });
  },
);

async function imported(app: FastifyInstance) {
  const { objects, undeclared } = await importCatalog(await connectTo(app, "import"));
  return {
    objects: objects.map(({ address }) => formatAddress(address)),
    told: undeclared.map(({ reason }) => reason),
  };
}
