/** What a case of the corpus is planned with, and what it may cost. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { DialectName } from "../../../src/model/dialect.ts";
import type { Prune } from "../../../src/reconciler/engine/plan/scope.ts";
import type { DangerName } from "../../../src/reconciler/kind.ts";
import type { StockLine } from "../../stock/lines.ts";
import { caseFolder } from "./corpus-case.ts";

/** Writing requests by method; methods that are not named must not occur. */
export type Writes = Readonly<Partial<Record<"POST" | "PUT" | "DELETE", number>>>;

/** What a case is planned with, and what it may cost one way and the other. */
export interface Budget {
  readonly prune?: Prune;
  /** Workspaces that are pruned as a whole, for prune: scope. */
  readonly scope?: readonly string[];
  readonly allow?: readonly DangerName[];
  /** Environment variables that manifests refer to. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The moment at which everything happens, for windows of time. */
  readonly now?: string;
  /** True when the plan must be stopped by a guard, in the direction named. */
  readonly blocked?: "forward";
  /** True when there must be no plan because of what the manifests say, in the direction named. */
  readonly faulty?: "forward";
  readonly forward: Writes;
  readonly backward: Writes;
  /** Where the stock dialect needs other requests. */
  readonly geoserver?: { readonly forward?: Writes; readonly backward?: Writes };
  /** Where a stock server needs others than the dialect that has its manners. */
  readonly stock?: Otherwise;
  /** Where servers of a line need others, after what was said of all. */
  readonly lines?: Readonly<
    Partial<Record<StockLine, { readonly geoserver?: Otherwise; readonly stock?: Otherwise }>>
  >;
}

/** What is otherwise on a server. */
interface Otherwise {
  readonly forward?: Writes;
  readonly backward?: Writes;
  /** Part of the text by which the plan is stopped where such a server cannot do it. */
  readonly refused?: { readonly at: "before" | "forward"; readonly because: string };
}

/** What a direction may cost on a target. */
export function writesOf(
  budget: Budget,
  server: DialectName | "stock",
  line: StockLine,
): Pick<Budget, "forward" | "backward"> {
  if (server === "documented") return budget;
  const { geoserver, stock, lines } = budget;
  return {
    ...budget,
    ...geoserver,
    ...(server === "stock" ? stock : {}),
    ...lines?.[line]?.[server],
  };
}

/** Why a plan is stopped there and nowhere else. */
export function refusalOf(
  { stock, lines }: Budget,
  server: DialectName | "stock",
  line: StockLine,
): Otherwise["refused"] {
  if (server === "documented") return undefined;
  return lines?.[line]?.[server]?.refused ?? (server === "stock" ? stock?.refused : undefined);
}

/** A document of a case, by the name of its file; undefined where it has none. */
export function readCaseFile<Document>(name: string, file: string): Document | undefined {
  const path = join(caseFolder(name), file);
  return existsSync(path) ? (parse(readFileSync(path, "utf8")) as Document) : undefined;
}
