/** Passes over manifests for tests: each plans and applies, and says in words what it did. */
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { hasErrors } from "../../../src/model/diagnostic.ts";
import type { DialectName } from "../../../src/model/dialect.ts";
import type { DangerName } from "../../../src/reconciler/kind.ts";
import { planEstate, type Planned } from "../../../src/reconciler/reconcile.ts";
import { startEmpty } from "../../live/given.ts";
import { applyPlan } from "../estates/apply-plan.ts";
import { AUTHORIZATION, connectTo, writesIn } from "../servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../run/folders.ts";

/** Manifests and artefacts by path. */
export type Files = Readonly<Record<string, string>>;

/** A manifest. */
export function document(kind: string, metadata: object, spec: object): string {
  return JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });
}

/** How a pass is made. */
export interface Choice {
  readonly prune?: "owned" | "none";
  readonly allow?: readonly DangerName[];
  readonly estate?: string;
}

/** What a pass over some manifests did. */
export interface Pass {
  readonly planned: Planned;
  /** Changes but for those that change nothing: action and address. */
  readonly changes: readonly string[];
  readonly leftAlone: readonly string[];
  /** Messages of blocks that no flag lifts. */
  readonly fixed: readonly string[];
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly bookkeeping: number;
}

/** A catalog that passes are made over. */
export interface Target {
  readonly apply: (files: Files, choice?: Choice) => Promise<Pass>;
  /** The same, and then once more, which must find nothing to send. */
  readonly converge: (files: Files, choice?: Choice) => Promise<Pass>;
  readonly inventory: (estate?: string) => Promise<string>;
  readonly send: (
    method: "PUT" | "POST" | "DELETE",
    path: string,
    body?: string,
  ) => Promise<number>;
  readonly status: (path: string) => Promise<number>;
}

/** Starts an empty one. */
export async function startPasses(dialect: DialectName): Promise<Target> {
  const app = await startEmpty(dialect);
  const apply = (files: Files, choice: Choice = {}) => passOver(app, files, choice);
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  return {
    apply,
    converge: async (files, choice) => {
      const pass = await apply(files, choice);
      const again = await apply(files, choice);
      expect([...again.writes, again.bookkeeping]).toEqual([0]);
      return pass;
    },
    inventory: async (estate = "test") =>
      (await app.inject({ url: `/rest${inventoryPath(estate)}`, headers })).body,
    send: async (method, path, body) => {
      const payload = body === undefined ? {} : { payload: body };
      return (await app.inject({ method, url: `/rest${path}`, headers, ...payload })).statusCode;
    },
    status: async (path) => (await app.inject({ url: `/rest${path}`, headers })).statusCode,
  };
}

/** Where the inventory of an estate lies. */
export function inventoryPath(estate: string): string {
  return `/resource/plumbline/${estate}/inventory.json`;
}

async function passOver(app: FastifyInstance, files: Files, choice: Choice): Promise<Pass> {
  const { prune = "owned", allow = [], estate: name = "test" } = choice;
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const connection = await connectTo(app, name);
  const estate = { name, paths: [folder], prune, allow: new Set(allow) };
  const planned = await planEstate(estate, connection);
  const { plan } = planned;
  if (plan !== undefined && plan.blocks.length === 0 && !hasErrors(planned.diagnostics)) {
    const result = await applyPlan(planned, connection);
    expect(result.converged, JSON.stringify(result.execution.reports)).toBe(true);
  }
  const { catalog, bookkeeping } = writesIn(connection.log);
  const { changes = [], skipped: leftAlone = [], blocks = [] } = plan ?? {};
  const text = ({ kind, name: own }: { kind: string; name: string }) => `${kind}/${own}`;
  return {
    planned,
    changes: changes
      .filter(({ action }) => action !== "none")
      .map(({ action, address }) => `${action} ${text(address)}`),
    leftAlone: leftAlone.map((one) => `${text(one.address)} ${one.text}`),
    fixed: blocks.filter((block) => block.name === undefined).map(({ message }) => message),
    writes: catalog.map(({ request }) => `${request.method} ${request.path}`),
    reads: connection.log
      .filter(({ request }) => request.method === "GET")
      .map(({ request }) => request.path),
    bookkeeping: bookkeeping.length,
  };
}
