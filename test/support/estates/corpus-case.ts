/** Cases of the corpus as scenarios: their folders, and what somebody else did to the catalog. */
import { servicePath } from "../../../src/wire/paths.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { parse } from "yaml";
import type { DialectName } from "../../../src/model/dialect.ts";
import type { Prune } from "../../../src/reconciler/engine/plan/scope.ts";
import type { DangerName } from "../../../src/reconciler/kind.ts";
import { AUTHORIZATION } from "../servers/catalog.ts";
import { applyFolder, type EstateOptions } from "./estate.ts";

/** A request that somebody else makes between the first apply and the plan. */
export interface Meddling {
  readonly method: "PUT" | "POST" | "DELETE";
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  /** Only in this dialect. */
  readonly dialect?: DialectName;
}

/** A case whose starting point is reached, ready to be planned. */
export interface Scenario {
  readonly before: string;
  readonly after: string;
  readonly options: EstateOptions;
}

const cases = fileURLToPath(new URL("../../corpus/cases", import.meta.url));

/** Names of all cases. */
export const caseNames: readonly string[] = readdirSync(cases).toSorted();

/** The folder of a case. */
export function caseFolder(name: string): string {
  return join(cases, name);
}

/** What a case is planned with. */
interface Budget {
  readonly prune?: Prune;
  readonly scope?: readonly string[];
  readonly allow?: readonly DangerName[];
  readonly now?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

function read<Document>(name: string, file: string): Document | undefined {
  const path = join(cases, name, file);
  return existsSync(path) ? (parse(readFileSync(path, "utf8")) as Document) : undefined;
}

/** A case with what others do before it is planned. */
export interface CaseFiles extends Scenario {
  /** The folder of another estate that is applied after `before`. */
  readonly other: string | undefined;
  readonly meddlings: readonly Meddling[];
}

/** What the files of a case say. */
export function readCase(name: string): CaseFiles {
  const budget = read<Budget>(name, "budget.yaml") ?? {};
  const { prune = "owned", scope, allow = [], now, environment = {} } = budget;
  const clock = now === undefined ? {} : { clock: () => Date.parse(now) };
  const options: EstateOptions = { prune, allow, ...clock, workspaces: scope, environment };
  const [before, after, other] = ["before", "after", "other"].map((part) =>
    join(cases, name, part),
  ) as [string, string, string];
  const meddlings = read<readonly Meddling[]>(name, "live.yaml") ?? [];
  return { before, after, options, other: existsSync(other) ? other : undefined, meddlings };
}

/** Brings a catalog to where a case begins. */
export async function startScenario(
  app: FastifyInstance,
  name: string,
  dialect: DialectName,
): Promise<Scenario> {
  const { before, after, options, other, meddlings } = readCase(name);
  const first = await applyFolder(app, before, {
    ...options,
    allow: [...(options.allow ?? []), "catalog-mode"],
  });
  expect(first.result?.converged, JSON.stringify(first.planned.diagnostics)).toBe(true);
  if (other !== undefined) await applyFolder(app, other, { name: "other" });
  await meddle(app, dialect, meddlings);
  return { before, after, options };
}

/** Does what somebody else does to a catalog before a case is planned. */
export async function meddle(
  app: FastifyInstance,
  dialect: DialectName,
  meddlings: readonly Meddling[],
): Promise<void> {
  for (const { method, path, type = "text/xml", body, dialect: only } of meddlings) {
    if (only !== undefined && only !== dialect) continue;
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const payload = body === undefined ? {} : { payload: body };
    const answer = await app.inject({ method, url: servicePath(path), headers, ...payload });
    expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
  }
}
