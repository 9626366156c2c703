/** Estates of mosaics against the mosaics of a stock server in memory. */
import { expect } from "vitest";
import { hasErrors } from "../../src/model/diagnostic.ts";
import type { DangerName } from "../../src/reconciler/kind.ts";
import type { BodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import { findDrift, type Drifted } from "../../src/reconciler/drift.ts";
import { planEstate, type Planned } from "../../src/reconciler/reconcile.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo, startCatalog, writesIn, type Exchange } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { mosaicManifests, raster } from "../support/mosaics/mosaic-manifests.ts";
import { stockMosaics, type StockMosaics } from "../support/mosaics/stock-mosaics.ts";

/** How a plan is made. */
export interface PlanOptions {
  readonly allow?: readonly DangerName[];
  readonly prune?: "owned" | "none";
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: () => number;
  /** Answers in the place of everything behind. */
  readonly failing?: (request: { readonly method: string }) => boolean;
}

/** A catalog with the mosaics of a stock server. */
export interface StockCatalog {
  readonly folder: string;
  readonly stock: StockMosaics;
  readonly plan: (options?: PlanOptions) => Promise<Planned>;
  /** Applies and gives the requests that wrote; demands convergence unless something fails. */
  readonly apply: (options?: PlanOptions) => Promise<readonly string[]>;
  /** What is not as it was last applied. */
  readonly drift: () => Promise<readonly Drifted[]>;
  /** Every request of the last plan or apply. */
  readonly log: () => readonly Exchange[];
}

/** Starts one, with an empty folder for manifests. */
export async function startStock(): Promise<StockCatalog> {
  const { app } = await startCatalog({ dialect: "geoserver" });
  const folder = temporaryFolder();
  let bodies: BodyStore | undefined;
  let log: readonly Exchange[] = [];
  const stock = stockMosaics(async ({ body }) =>
    body === undefined || bodies === undefined ? new Uint8Array() : bodies.load(body),
  );
  const connect = async (options: PlanOptions) => {
    const own: Exchange[] = [];
    const connection = await connectTo(app, "test", (real) => {
      const behind = stock.wrap(real);
      return async (request) => {
        if (request.method !== "GET" && options.failing?.(request)) throw new Error("reset");
        const response = await behind(request);
        own.push({ request, response });
        return response;
      };
    });
    ({ bodies } = connection);
    log = own;
    return connection;
  };
  const planWith = async (options: PlanOptions) => {
    const { allow = [], prune = "owned", environment = {}, clock } = options;
    const connection = await connect(options);
    const estate = { name: "test", paths: [folder], prune, allow: new Set(allow), environment };
    return { connection, planned: await planEstate({ ...estate, clock }, connection) };
  };
  return {
    folder,
    stock,
    log: () => log,
    drift: async () => {
      const estate = { name: "test", paths: [folder], prune: "owned", allow: new Set<never>() };
      return (await findDrift({ ...estate, prune: "owned" }, await connect({}))).drifted;
    },
    plan: async (options = {}) => (await planWith(options)).planned,
    apply: async (options = {}) => {
      const { connection, planned } = await planWith(options);
      const errors = planned.diagnostics.filter(({ severity }) => severity === "error");
      expect(errors).toEqual([]);
      expect(planned.plan?.blocks).toEqual([]);
      const { send, inventory } = connection;
      const result = await applyPlan(planned, { send, inventory });
      if (options.failing === undefined) {
        expect(result.diagnostics).toEqual([]);
        expect(hasErrors(planned.diagnostics)).toBe(false);
        expect(result.converged, JSON.stringify(result.execution.reports)).toBe(true);
      }
      return writesIn(log).catalog.map(({ request }) => textOf(request));
    },
  };
}

function textOf({
  method,
  path,
  query,
}: {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}): string {
  const asked = Object.entries(query ?? {}).map(([key, value]) => `${key}=${value}`);
  return `${method} ${path}${asked.length === 0 ? "" : `?${asked.join("&")}`}`;
}

/** Path of the mosaic that `declare` declares. */
export const STORE = "/workspaces/w/coveragestores/s";

/** A granule beside the definition, by its path: a stock server makes no index in files without one. */
export const FIRST = { "s/first_20250101.tif": raster(0) };

/** Writes the workspace, a mosaic and its definition; `spec` replaces what is usual. */
export function declare(
  { folder }: StockCatalog,
  spec: object = {},
  files: Readonly<Record<string, string | Uint8Array>> = {},
): void {
  writeFiles(folder, { ...mosaicManifests(spec), ...files });
}

/** Nothing is left to do. */
export async function settled(catalog: StockCatalog, options = {}): Promise<void> {
  expect(await catalog.apply(options)).toEqual([]);
  const { plan } = await catalog.plan(options);
  expect(plan?.changes.filter(({ action }) => action !== "none")).toEqual([]);
}
