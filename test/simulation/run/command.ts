/** Commands of a history, as a pipeline runs them: under the lock of the estate, with its state in the catalog. */
import { hasErrors } from "../../../src/model/diagnostic.ts";
import { detectServer } from "../../../src/reconciler/client/profile.ts";
import { catalogInventory } from "../../../src/reconciler/inventory/store.ts";
import type { Block } from "../../../src/reconciler/engine/plan/plan.ts";
import { dangerNames } from "../../../src/reconciler/kind.ts";
import { catalogLock } from "../../../src/reconciler/lock/catalog-lock.ts";
import { bodyStore } from "../../../src/reconciler/manifest/artefacts.ts";
import type { Connection, Estate } from "../../../src/reconciler/estate.ts";
import {
  approved,
  planEstate,
  type ApplyResult,
  type Planned,
} from "../../../src/reconciler/reconcile.ts";
import { openSession } from "../../../src/reconciler/session.ts";
import type { Transport, WireRequest } from "../../../src/wire/request.ts";
import { USER } from "../../support/servers/catalog.ts";
import type { Fault, Step } from "../history.ts";
import type { Exchange } from "./place.ts";
import { openWire, type Wire } from "./wire.ts";

/** What commands are run with. */
export interface CommandOptions {
  readonly exchange: Exchange;
  /** Where the manifests lie. */
  readonly folder: string;
  readonly step: Step;
  readonly faults: readonly Fault[];
  readonly after: (request: WireRequest) => Promise<void>;
  readonly seam?: ((real: Transport) => Transport) | undefined;
}

/** How a command ended. */
export interface Ended {
  readonly wire: Wire;
  /** Undefined where it ended before there was a plan. */
  readonly planned: Planned | undefined;
  /** Undefined where nothing was run. */
  readonly result: ApplyResult | undefined;
  /** What it threw. */
  readonly error: Error | undefined;
}

/** Where secrets of manifests come from. */
const environment = {
  PW1: "canary-zinc quarries and one",
  PW2: "canary-lead harbours and two",
  KS_A: "a keystore password for tests",
  KS_B: "canary-iron lanterns and six",
} as const;

const NOW = Date.parse("2026-02-01T00:00:00Z");

let commands = 0;

/** Plans, and applies what may run. */
export function applyStep(options: CommandOptions): Promise<Ended> {
  return run(options, true);
}

/** Plans only. */
export function planStep(options: CommandOptions): Promise<Ended> {
  return run(options, false);
}

async function run(options: CommandOptions, applies: boolean): Promise<Ended> {
  const bodies = bodyStore();
  const { exchange, faults, after, seam } = options;
  const wire = openWire({
    exchange,
    bodies,
    faults,
    after,
    ...(seam === undefined ? {} : { seam }),
  });
  let planned: Planned | undefined;
  let result: ApplyResult | undefined;
  let error: Error | undefined;
  try {
    const connection = await connect(wire, options.step.estate, bodies);
    let estate = estateOf(options);
    const session = applies ? await openSession(sessionOf(wire, connection, options)) : undefined;
    planned = await planEstate(estate, connection);
    const isShown = planned.plan?.blocks.some(isBetween) === true;
    if (!isShown && planned.plan !== undefined && planned.plan.blocks.length > 0) {
      estate = { ...estate, allow: new Set(dangerNames) };
      planned = await planEstate(estate, connection);
    }
    const runs = approved(planned);
    if (session !== undefined && runs !== undefined) {
      const again = async () => approved((planned = await planEstate(estate, connection)));
      const { inventory } = connection;
      const ran = await session.run(runs, {
        connection: { send: wire.send, inventory, wait: async () => undefined },
        again,
        interrupted: wire.isKilled,
        by: async () => by,
      });
      result = ran?.result;
    }
  } catch (thrown) {
    error = thrown as Error;
  }
  return { wire, planned, result, error };
}

const by = {
  command: "apply",
  who: "simulation",
  host: "here",
  commit: undefined,
  modified: false,
} as const;

async function connect(wire: Wire, estate: string, bodies: Connection["bodies"]) {
  const server = await detectServer(wire.read);
  const inventory = catalogInventory(
    estate,
    { read: wire.read, send: wire.send, wait: async () => undefined },
    0,
  );
  return { read: wire.read, server, account: USER, inventory, bodies };
}

/** Every command is a process of its own; those before it are gone. */
function sessionOf(wire: Wire, { server }: Connection, { step }: CommandOptions) {
  const pid = ++commands;
  const isAlive = (other: number) => other === pid;
  const store = catalogLock(step.estate, {
    read: wire.read,
    send: wire.send,
    atomic: server.software === "plumbline",
    confirmMs: 0,
    wait: async () => undefined,
  });
  const holder = { who: "simulation", host: "here", machine: "m", pid, isAlive };
  return { store, holder, waitMs: 0 };
}

function estateOf({ folder, step }: CommandOptions): Estate {
  const { estate: name, prune, scope, only } = step;
  return {
    name,
    paths: [folder],
    prune,
    scope: scope === undefined ? undefined : { workspaces: scope },
    allow: new Set(dangerNames.filter((danger) => danger !== "public-access")),
    environment,
    clock: () => NOW,
    selection: only === undefined ? undefined : { only, exclude: [], labels: [], paths: [] },
  };
}

/** Whether something is seen between two requests: who accepts that gets it. */
function isBetween({ name, message }: Block): boolean {
  return (
    name === "public-access" && /is seen that is seen neither|until then that is seen/.test(message)
  );
}

/** Whether there are errors, or a guard stops the plan. */
export function isStopped({ planned }: Ended): boolean {
  if (planned?.plan === undefined) return planned !== undefined;
  return hasErrors(planned.diagnostics) || planned.plan.blocks.length > 0;
}
