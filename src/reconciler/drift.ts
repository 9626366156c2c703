/** Drift: changes of owned objects that the estate did not apply. GET only. */
import type { Address } from "../model/address.ts";
import { addressesOf, addressMap, byAddress } from "../model/address-map.ts";
import type { Changed } from "../model/changed.ts";
import { hasErrors, type Diagnostic } from "../model/diagnostic.ts";
import { withLastChanges } from "./changed-by.ts";
import { reportUnreadable } from "./engine/plan/unreadable.ts";
import { diffFacts } from "./engine/plan/diff.ts";
import { ignoredFields, isIgnored } from "./engine/plan/ignore.ts";
import { govern, isCovered, unlistedIn, type Governed } from "./engine/plan/lifecycle.ts";
import { observe } from "./engine/plan/observe.ts";
import { unlikeIn, type FieldChange } from "./engine/plan/plan.ts";
import { loadEstate, type Connection, type Estate } from "./estate.ts";
import { addressesIn, ownedIn, type Inventory } from "./inventory/inventory.ts";
import { ownersBeside, readOtherInventories } from "./inventory/owners.ts";
import type { ExclusiveScope, Resource, UnlikeFile } from "./kind.ts";
import { kinds } from "./kinds/registry.ts";
import { selectAmong } from "./engine/plan/selection.ts";

/**
 * An owned object that differs from the last apply, or an undeclared one in an exclusive scope.
 * `fields` is empty for deleted and undeclared objects.
 */
export interface Drifted {
  readonly address: Address;
  readonly gone: boolean;
  readonly fields: readonly FieldChange[];
  /**
   * Differences inside the files, from live to applied; none where the manifests have changed
   * since.
   */
  readonly unlike?: readonly UnlikeFile[];
  readonly changed?: Changed | undefined;
}

/** The result of a drift check. */
export interface DriftResult {
  readonly drifted: readonly Drifted[];
  readonly checked: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** With the applied resources, as far as the manifests are unchanged. */
export interface DriftFound extends DriftResult {
  readonly applied: readonly Resource[];
}

/** Compares owned objects with the last apply; manifests only help to compare by meaning. */
export async function findDrift(estate: Estate, connection: Connection): Promise<DriftResult> {
  const { applied: _ofKinds, ...found } = await findDriftFrom(estate, connection);
  return found;
}

/** `findDrift` with the applied resources, for callers that show both sides. */
export async function findDriftFrom(estate: Estate, connection: Connection): Promise<DriftFound> {
  const found = await compareWithApplied(estate, connection);
  return { ...found, drifted: await withLastChanges(found.drifted, estate, connection) };
}

async function compareWithApplied(estate: Estate, connection: Connection): Promise<DriftFound> {
  const { ignore = [], selection: requested } = estate;
  const desired = await loadEstate(estate, connection.bodies);
  if (hasErrors(desired.diagnostics)) return nothing(desired.diagnostics);
  const { read, server, account, met } = connection;
  const context = { read, server, account, met };
  const [inventory, others] = await Promise.all([
    connection.inventory.load(),
    readOtherInventories(estate.name, context),
  ]);
  const owners = ownersBeside(inventory, others);
  const declared = byAddress(desired.state.resources);
  const governed = govern({ ...desired.state, ignore }, inventory);
  const selected =
    requested && selectAmong({ requested, ...desired.state }, addressesIn(inventory));
  if (selected !== undefined && hasErrors(selected.diagnostics))
    return nothing(selected.diagnostics);
  const owned = [...ownedIn(inventory)].flatMap(([address, { facts }]) => {
    const isLeft = declared.get(address)?.lifecycle === "ignore" || isIgnored(address, ignore);
    const isOurs = !owners.has(address) && !isLeft;
    return isOurs && selected?.has(address) !== false ? [{ address, facts }] : [];
  });
  const resources = owned.map(({ address, facts }) => {
    const resource = declared.get(address);
    const rules = kinds.get(address.kind)?.fields ?? {};
    const same =
      resource !== undefined &&
      diffFacts(resource.facts, facts, { rules, recorded: undefined }).length === 0;
    const payload = same ? resource.payload : undefined;
    return { address, facts, payload, requires: [], where: { file: connection.inventory.place } };
  });
  const scopes = selected === undefined ? appliedScopes(governed, inventory) : [];
  const unreadable = addressMap<string>();
  const live = await observe({
    kinds,
    context,
    resources,
    exclusiveScopes: scopes,
    leaveOut: (address, { message }) => unreadable.set(address, message),
  });
  const warnings: Diagnostic[] = [];
  reportUnreadable(unreadable, (warning) => warnings.push(warning));
  const drifted = owned.flatMap(({ address, facts }): readonly Drifted[] => {
    if (unreadable.has(address)) return [];
    const found = live.get(address);
    if (found === undefined) return [{ address, gone: true, fields: [] }];
    const left = ignoredFields(address, ignore);
    const fields = diffFacts(facts, found.facts, {
      rules: kinds.get(address.kind)?.fields ?? {},
      recorded: facts,
    }).filter(({ field }) => !left.has(field));
    const unlike = unlikeIn(found, fields);
    return fields.length === 0 ? [] : [{ address, gone: false, fields, unlike }];
  });
  const known = addressesOf([...desired.state.resources, ...owned]);
  const unlisted = unlistedIn({ ...governed, exclusiveScopes: scopes }, live, known).flatMap(
    ({ live: { address } }) => (owners.has(address) ? [] : [{ address, gone: false, fields: [] }]),
  );
  const applied = resources.filter(({ payload }) => payload !== undefined);
  const checked = owned.length - unreadable.size;
  const diagnostics = [...desired.diagnostics, ...warnings];
  return { drifted: [...drifted, ...unlisted], checked, diagnostics, applied };
}

/** Exclusive scopes in force by an apply: the estate owns an object in them, or they list none. */
function appliedScopes(
  { managed, exclusiveScopes }: Governed,
  inventory: Inventory,
): readonly ExclusiveScope[] {
  const owned = addressesIn(inventory);
  return exclusiveScopes.filter((scope) => {
    const isEmpty = !managed.some(({ address }) => isCovered(scope, address));
    return owned.some((address) => isEmpty || isCovered(scope, address));
  });
}

function nothing(diagnostics: readonly Diagnostic[]): DriftFound {
  return { drifted: [], checked: 0, diagnostics, applied: [] };
}
