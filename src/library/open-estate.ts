/**
 * An estate for programs: `plumbline plan`, `apply` and `drift` with the same project file, server
 * and lock (docs/how-to/call-it-from-a-program.md).
 */
import { runBy } from "../cli/process/run-by.ts";
import { connectForWriting, type WritingConnection } from "../cli/settings/connect.ts";
import { findSettings, withoutSecrets } from "../cli/settings/settings.ts";
import { hasErrors, type Diagnostic } from "../model/diagnostic.ts";
import type { Environment } from "../model/environment.ts";
import { isSamePlan } from "../model/plan-digests.ts";
import type { Plan } from "../reconciler/engine/plan/plan.ts";
import { thisProcess } from "../reconciler/lock/this-process.ts";
import { findDrift, type DriftResult } from "../reconciler/drift.ts";
import type { Estate } from "../reconciler/estate.ts";
import {
  approved,
  planEstate,
  type ApplyOptions,
  type ApplyResult,
  type ApprovedPlan,
  type Planned,
} from "../reconciler/reconcile.ts";
import { openSession } from "../reconciler/session.ts";
import { EstateError, PlanStoppedError } from "./estate-error.ts";

/** Selects an estate and its server. */
export interface OpenEstateOptions {
  /** The project file, or its folder. */
  readonly project: string;
  /** A target of the project file; optional where there is one or none. */
  readonly target?: string;
  /** Variables for address, credentials and secrets; by default those of the process. */
  readonly environment?: Environment;
}

/** Options of an apply. */
export interface ApplyEstateOptions {
  /** Milliseconds to wait while another holder has the lock; 0 by default. */
  readonly lockTimeout?: number;
  /** Ends the run after the current request. */
  readonly signal?: AbortSignal;
  /** Is called for every request. */
  readonly onEvent?: NonNullable<ApplyOptions["onEvent"]>;
}

/** A plan, and diagnostics about its manifests. */
export interface EstatePlan {
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** When the plan was made, in milliseconds since 1970. Time windows are judged as of then. */
  readonly madeAt: number;
}

/** The result: whether the catalog is in sync, the result of each request, and problems. */
export type EstateRun = Pick<ApplyResult, "converged" | "diagnostics" | "execution">;

/** An estate with a connection to its server. */
export interface OpenEstate {
  readonly name: string;
  readonly url: string;
  /** Reads manifests and catalog. Rejects with EstateError where the manifests have errors. */
  readonly plan: () => Promise<EstatePlan>;
  /**
   * Runs a plan under the lock of the estate, if the plan is still current. Rejects before anything
   * is written: with EstateError where another plan is due, with PlanStoppedError where guards stop
   * it, with LockError while another holder has the lock.
   */
  readonly apply: (agreed: EstatePlan, options?: ApplyEstateOptions) => Promise<EstateRun>;
  /** Finds changes by others since the last apply. Rejects with EstateError as `plan` does. */
  readonly drift: () => Promise<DriftResult>;
  readonly close: () => Promise<void>;
}

/**
 * Opens an estate. Address and credentials come from the project file and the environment, as for
 * commands. Rejects with EstateError where they are wrong or missing, and with TransportError,
 * CredentialsError, RightsError or NoCatalogError where the server cannot be used.
 */
export async function openEstate({
  project,
  target,
  environment = process.env,
}: OpenEstateOptions): Promise<OpenEstate> {
  const named = target === undefined ? {} : { target: [target] };
  const flags = { project, parts: "selected" as const, ...named };
  const options = { environment, needsServer: true };
  const { settings, diagnostics } = await findSettings([], flags, options);
  if (settings?.target === undefined) throw new EstateError(diagnostics);
  const { estate } = settings;
  const place = { settings, target: settings.target };
  const quiet = { environment, isVerbose: false, err: { write: () => undefined } };
  const connection = await connectForWriting(place, quiet);
  const opened = { estate, connection, environment };
  return {
    name: estate.name,
    url: settings.target.url,
    plan: async () => {
      const madeAt = Date.now();
      const planned = await planEstate(
        { ...asOf(estate, madeAt), secrets: "compared" },
        connection,
      );
      return { plan: planIn(planned), diagnostics: planned.diagnostics, madeAt };
    },
    apply: (agreed, options = {}) => applyAgreed(opened, agreed, options),
    drift: async () => {
      const found = await findDrift(withoutSecrets(estate), connection);
      if (hasErrors(found.diagnostics)) throw new EstateError(found.diagnostics);
      return found;
    },
    close: () => connection.close(),
  };
}

function asOf(estate: Estate, now: number): Estate {
  return { ...estate, clock: () => now };
}

function planIn({ plan, diagnostics }: Planned): Plan {
  if (plan === undefined || hasErrors(diagnostics)) throw new EstateError(diagnostics);
  return plan;
}

interface Opened {
  readonly estate: Estate;
  readonly connection: WritingConnection;
  readonly environment: Environment;
}

/** Plans again in a separate session, and runs that plan under the lock. */
async function applyAgreed(
  opened: Opened,
  agreed: EstatePlan,
  { lockTimeout = 0, signal, onEvent }: ApplyEstateOptions,
): Promise<EstateRun> {
  const { estate, connection, environment } = opened;
  let unreleased: Diagnostic | undefined;
  const session = await openSession({
    store: connection.lock,
    holder: thisProcess(environment),
    waitMs: lockTimeout,
    onLock: (event) => {
      if (event.state === "released") unreleased = event.unreleased;
    },
  });
  const again = () => planAsAgreed(opened, agreed);
  const listener = onEvent && { show: onEvent, close: () => undefined };
  const ran = await session.run(await again(), {
    connection,
    again,
    interrupted: () => signal?.aborted === true,
    by: () => runBy("apply", estate.paths, environment),
    ...(listener === undefined ? {} : { listen: () => listener }),
  });
  if (ran === undefined) throw new TypeError("a plan that is made again is run");
  const { converged, diagnostics, execution } = ran.result;
  return {
    converged,
    execution,
    diagnostics: [...diagnostics, ...(unreleased ? [unreleased] : [])],
  };
}

/** Plans as of the moment of the agreed plan. Throws where the plans differ, or guards stop it. */
async function planAsAgreed(
  { estate, connection }: Opened,
  agreed: EstatePlan,
): Promise<ApprovedPlan> {
  const planned = await planEstate(asOf(estate, agreed.madeAt), connection);
  const due = planIn(planned);
  const runs = approved(planned);
  if (runs === undefined) throw new PlanStoppedError(due.blocks);
  if (!isSamePlan(due, agreed.plan)) throw new EstateError([stale(due.digest, agreed)]);
  return runs;
}

function stale(due: string, { plan: { digest } }: EstatePlan): Diagnostic {
  const message = `The current plan has the digest ${due}, not ${digest}: manifests or catalog differ. Nothing was changed`;
  return { code: "plan-stale", severity: "error", message, hint: "Plan again." };
}
