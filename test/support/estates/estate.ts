/** Estates for tests: folders of manifests that are planned and applied against a test catalog. */
import type { FastifyInstance } from "fastify";
import type { AddressSet } from "../../../src/model/address-map.ts";
import { hasErrors } from "../../../src/model/diagnostic.ts";
import type { Estate } from "../../../src/reconciler/estate.ts";
import { planEstate, type ApplyResult, type Planned } from "../../../src/reconciler/reconcile.ts";
import type { Selection } from "../../../src/reconciler/engine/plan/selection.ts";
import type { Prune } from "../../../src/reconciler/engine/plan/scope.ts";
import type { DangerName } from "../../../src/reconciler/kind.ts";
import { applyPlan } from "./apply-plan.ts";
import { connectTo, writesIn, type Exchange } from "../servers/catalog.ts";

/** How an estate is planned. */
export interface EstateOptions {
  readonly name?: string;
  readonly prune?: Prune;
  /** Workspaces that are pruned as a whole, for prune: scope. */
  readonly workspaces?: readonly string[] | undefined;
  readonly allow?: readonly DangerName[];
  readonly clock?: () => number;
  /** Where secrets come from. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The part that is planned; all of it when absent. */
  readonly selection?: Selection | undefined;
  /** Objects that are recreated although nothing differs. */
  readonly replace?: AddressSet;
  /** Is called with every plan. */
  readonly see?: (planned: Planned) => void;
  /** Writes under way at once; the default of an apply when absent. */
  readonly writes?: number;
}

/** The estate of a folder. */
export function estateOf(folder: string, options: EstateOptions): Estate {
  const { name = "test", prune = "none", allow = [], clock, environment, workspaces } = options;
  const { selection, replace } = options;
  const scope = workspaces === undefined ? undefined : { workspaces };
  const about = { name, paths: [folder], prune, scope, clock, environment, selection, replace };
  return { ...about, allow: new Set(allow) };
}

/** Plans the manifests of a folder. */
export async function planFolder(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions = {},
): Promise<Planned> {
  const planned = await planEstate(estateOf(folder, options), await connectTo(app, options.name));
  options.see?.(planned);
  return planned;
}

/** What an apply did. */
export interface Applied {
  readonly planned: Planned;
  /** Undefined when the plan had errors or was blocked, so that nothing ran. */
  readonly result: ApplyResult | undefined;
  readonly writes: readonly Exchange[];
  readonly bookkeeping: readonly Exchange[];
}

/** Plans and applies the manifests of a folder. */
export async function applyFolder(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions = {},
): Promise<Applied> {
  const connection = await connectTo(app, options.name);
  const planned = await planEstate(estateOf(folder, options), connection);
  options.see?.(planned);
  const { plan } = planned;
  const runs = plan !== undefined && !hasErrors(planned.diagnostics) && plan.blocks.length === 0;
  const { send, inventory } = connection;
  const { writes } = options;
  const result = runs ? await applyPlan(planned, { send, inventory, writes }) : undefined;
  const { catalog, bookkeeping } = writesIn(connection.log);
  return { planned, result, writes: catalog, bookkeeping };
}
