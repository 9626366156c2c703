/**
 * Rehearses a plan: copies what it reaches into the included server, applies it there and plans
 * again. The catalog is only read (docs/decisions/0024-rehearsal.md).
 */
import { dialectLineOf } from "../model/dialect.ts";
import { formatAddress } from "../model/address.ts";
import type { AddressSet } from "../model/address-map.ts";
import { hasErrors, type Diagnostic } from "../model/diagnostic.ts";
import type { Action, Change, Plan } from "../reconciler/engine/plan/plan.ts";
import {
  inventoryOf,
  ownedIn,
  renderInventory,
  type Inventory,
} from "../reconciler/inventory/inventory.ts";
import type { InventoryStore } from "../reconciler/inventory/store.ts";
import { renderJournal } from "../reconciler/inventory/journal.ts";
import {
  catalogInventory,
  INVENTORY,
  inventoryIn,
  JOURNAL,
} from "../reconciler/inventory/store.ts";
import { kinds } from "../reconciler/kinds/registry.ts";
import { loadEstate, type Connection, type Estate } from "../reconciler/estate.ts";
import { bodyStore } from "../reconciler/manifest/artefacts.ts";
import { ManifestsChangedError } from "../reconciler/manifests-changed.ts";
import {
  applyPlan,
  planDesired,
  planEstate,
  type ApplyOptions,
  type ApplyResult,
  type ApprovedPlan,
  type Planned,
} from "../reconciler/reconcile.ts";
import { resourcePath } from "../wire/paths.ts";
import { ReadError } from "../wire/reading.ts";
import { WireError } from "../wire/wire-error.ts";
import { pathWithQuery, type Transport } from "../wire/request.ts";
import { isBeside, readingBeside } from "./beside.ts";
import { copyCatalog } from "./copy.ts";
import { openCopyServer, type CopyServer } from "./copy-server.ts";
import { beginCopy, type Gap } from "./copying.ts";
import { CopyFailedError } from "./rehearsal-error.ts";
import { keystorePasswordOf } from "./keystore.ts";
import { excludeUnlike, type NotRehearsed } from "./exclude.ts";
import { copyLittle, narrowed, closureOf, recordedBeside } from "./little.ts";
import { comparePlans } from "./compare-plans.ts";
import { recordReads, recordWrites, type SentRequest } from "./recorder.ts";
import { noneUnstyled, type Unstyled } from "./unstyled.ts";

export interface RehearseOptions extends Pick<ApplyOptions, "onEvent" | "interrupted"> {
  /** Monotonic milliseconds; the system's by default. */
  readonly clock?: () => number;
}

export interface Rehearsal {
  /** The plan for the catalog, with its blocks. */
  readonly planned: Planned;
  /** Undefined without a plan to run. */
  readonly run: RehearsedRun | undefined;
}

/** A run on the copy. */
export interface RehearsedRun {
  readonly result: ApplyResult;
  /** All writes in order, state included. */
  readonly calls: readonly SentRequest[];
  readonly notRehearsed: readonly NotRehearsed[];
  /** All gaps of the copy, even those that the plan does not need. */
  readonly gaps: readonly Gap[];
  /** Changes that a plan after the run would still make. */
  readonly leftovers: readonly Leftover[];
  /** Every rehearsed request succeeded and nothing is left to do. */
  readonly converged: boolean;
}

export interface Leftover {
  readonly address: string;
  readonly action: Action;
}

/**
 * Rehearses the plan of an estate and only reads from the connection. Rejects as planning does, and
 * with RehearsalTooLargeError and RehearsalInterruptedError.
 */
export async function rehearse(
  given: Estate,
  connection: Connection,
  options: RehearseOptions = {},
): Promise<Rehearsal> {
  const now = (given.clock ?? Date.now)();
  const estate: Estate = { ...given, clock: () => now };
  const { read, seen } = recordReads(connection.read);
  const planned = await planEstate(estate, { ...connection, read });
  if (!planned.ok || hasErrors(planned.diagnostics)) return { planned, run: undefined };
  const { plan, input, inventory } = planned;
  const server = await openCopyServer({
    dialect: connection.server.dialect,
    line: dialectLineOf(connection.server.line?.line),
    account: connection.account,
    keystorePassword: await keystorePasswordOf(plan, seen, connection.bodies),
    properties: estate.mappingProperties,
  });
  try {
    const gaps: Gap[] = [];
    const recorded = { inventory, journal: planned.journal };
    const unstyled = noneUnstyled();
    const copy = connectTo(server, { connection, estate, recorded, unstyled });
    const { interrupted = never } = options;
    const original = {
      read: connection.read,
      server: connection.server,
      account: connection.account,
    };
    const copying = beginCopy({ original, copy, server }, { gaps, interrupted, unstyled });
    const of = { plan, input, seen, stateFiles: stateFilesOf(estate, connection) };
    const little = closureOf(plan, input.resources);
    await (little === undefined ? copyCatalog(copying, of) : copyLittle(copying, of, little));
    const wanted = little === undefined ? plan : withinClosure(plan, little);
    const beside = little === undefined ? [] : recordedBeside(plan, inventory, little);
    const replan = (of: Estate) => planOnCopy(of, copy, little);
    return {
      planned,
      run: await runOn(copy, { estate, plan: wanted, beside, replan, gaps, options }),
    };
  } finally {
    await server.close();
  }
}

function never(): boolean {
  return false;
}

/** The inventory, and the journal of an interrupted run. */
interface RecordedState {
  readonly inventory: Inventory;
  readonly journal: Planned["journal"];
}

type CopyConnection = Connection & { readonly send: Transport };

function connectTo(
  server: CopyServer,
  about: {
    readonly connection: Connection;
    readonly estate: Estate;
    readonly recorded: RecordedState;
    readonly unstyled: Unstyled;
  },
): CopyConnection {
  const { connection, estate, unstyled } = about;
  const bodies = bodyStore();
  const showsEtags = connection.server.software === "plumbline";
  const send = unstyled.hiding(async (request) => {
    const { method, headers, mediaType } = request;
    const body = request.body === undefined ? undefined : await bodies.load(request.body);
    const path = pathWithQuery(request);
    const given = { method, path, mediaType, body, ...(headers === undefined ? {} : { headers }) };
    const response = await server.exchange(given);
    if (showsEtags) return response;
    const { etag: _hidden, ...shown } = response.headers;
    return { ...response, headers: shown };
  });
  const isInCatalog = stateFilesOf(estate, connection).length > 0;
  const inventory = isInCatalog
    ? catalogInventory(estate.name, { read: send, send })
    : remembered(about.recorded, { place: connection.inventory.place, estate: estate.name });
  const read =
    connection.server.software === "geoserver" ? readingBeside(connection.read, send) : send;
  return { ...connection, read, send, bodies, inventory, met: undefined };
}

/** Files of the inventory and journal; none if they are outside of the catalog. */
function stateFilesOf({ name }: Estate, { read, inventory }: Connection): readonly string[] {
  const { place } = catalogInventory(name, { read, send: undefined });
  if (place !== inventory.place) return [];
  const file = place.slice(resourcePath("").length);
  return [file, file.replace(/inventory\.json$/, "journal.json")];
}

/** An in-memory copy of state outside of the catalog. */
function remembered(
  { inventory, journal }: RecordedState,
  { place, estate }: About,
): InventoryStore {
  const kept = new Map([[INVENTORY, renderInventory(inventory)]]);
  if (journal !== undefined) kept.set(JOURNAL, renderJournal(journal, estate));
  const state = {
    place: (name: string) => (name === INVENTORY ? place : name),
    load: async (name: string) => {
      const text = kept.get(name);
      return text === undefined ? undefined : { text, etag: undefined };
    },
    save: async (name: string, text: string) => void kept.set(name, text),
    remove: async (name: string) => void kept.delete(name),
  };
  return inventoryIn(state, estate);
}

interface About {
  readonly place: string;
  readonly estate: string;
}

function withinClosure(plan: Plan, closure: AddressSet): Plan {
  return { ...plan, changes: plan.changes.filter(({ address }) => closure.has(address)) };
}

/** Plans the copied part of the estate. Throws CopyFailedError. */
async function planOnCopy(
  estate: Estate,
  copy: CopyConnection,
  closure: AddressSet | undefined,
): Promise<Planned> {
  try {
    if (closure === undefined) return await planEstate(estate, copy);
    const { selection: _all, ...whole } = estate;
    const desired = await loadEstate(estate, copy.bodies);
    const state = { ...desired.state, ...narrowed(desired.state, closure) };
    const owned = (all: Inventory) =>
      inventoryOf(
        all.estate,
        [...ownedIn(all)].filter(([address]) => closure.has(address)),
      );
    return await planDesired(whole, { ...desired, state }, copy, { owned });
  } catch (error) {
    if (error instanceof WireError) throw new CopyFailedError(error);
    if (error instanceof ReadError && !isBeside(error)) throw new CopyFailedError(error);
    throw error;
  }
}

async function runOn(
  copy: CopyConnection,
  about: {
    readonly estate: Estate;
    readonly plan: Plan;
    /** Changes that are not planned on the copy but recorded. */
    readonly beside: readonly Change[];
    readonly replan: (of: Estate) => Promise<Planned>;
    readonly gaps: readonly Gap[];
    readonly options: RehearseOptions;
  },
): Promise<RehearsedRun> {
  const { estate, plan: wanted, beside, replan, gaps, options } = about;
  const { onEvent, interrupted, clock = () => performance.now() } = options;
  const planned = await replan(estate);
  // The manifests were read again for the copy.
  if (!planned.ok) throw new ManifestsChangedError();
  const { plan: found } = planned;
  const { plan, notRehearsed } = excludeUnlike(
    found,
    comparePlans({ original: wanted, copy: found }, gaps, kinds),
    gaps,
  );
  const { send, sent } = recordWrites(copy.send, clock);
  const isInCatalog = stateFilesOf(estate, copy).length > 0;
  const kept = isInCatalog ? catalogInventory(estate.name, { read: send, send }) : copy.inventory;
  // No other estate can claim anything on the copy.
  const { claims: _claims, ...inventory } = kept;
  await inventory.load();
  const recorded = { ...plan, changes: [...plan.changes, ...beside] };
  const diagnostics = withoutErrors(planned.diagnostics);
  // A copy risks nothing: blocks are reported but do not stop the run.
  const runs: ApprovedPlan = { ...planned, plan: recorded, diagnostics, isApproved: true };
  const applied = await applyPlan(runs, {
    send,
    inventory,
    ...(onEvent === undefined ? {} : { onEvent }),
    ...(interrupted === undefined ? {} : { interrupted }),
  });
  const excluded = new Set(notRehearsed.map(({ address }) => address));
  const result = without(applied, excluded);
  const after = () => replan({ ...estate, replace: undefined });
  const leftovers = result.converged ? await leftAfter(after, excluded) : [];
  const converged = result.converged && leftovers.length === 0;
  return { result, calls: sent, notRehearsed, gaps, leftovers, converged };
}

/** Partly rehearsed objects stay unfinished, so they are left out. */
function without(result: ApplyResult, excluded: ReadonlySet<string>): ApplyResult {
  const { execution } = result;
  const diagnostics = result.diagnostics.filter(
    ({ address, code }) =>
      code !== "did-not-converge" || address === undefined || !excluded.has(address),
  );
  const isDone = execution.reports.every(({ outcome }) => outcome === "done");
  const converged = isDone && execution.unrestored.length === 0 && diagnostics.length === 0;
  return { ...result, diagnostics, converged: converged && !execution.credentialsRefused };
}

/** Errors that only the copy has concern objects that are left out. */
function withoutErrors(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity !== "error");
}

async function leftAfter(
  replan: () => Promise<Planned>,
  excluded: ReadonlySet<string>,
): Promise<readonly Leftover[]> {
  const { plan } = await replan();
  return (plan?.changes ?? [])
    .map(({ address, action }) => ({ address: formatAddress(address), action }))
    .filter(({ address, action }) => action !== "none" && !excluded.has(address));
}
