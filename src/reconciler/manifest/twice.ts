/** Reports names that are declared or used twice: each object and each property has one owner. */
import { formatAddress, isSameAddress, type Address } from "../../model/address.ts";
import { addressMap, type FillingAddressMap } from "../../model/address-map.ts";
import {
  fault,
  warning,
  formatPosition,
  type Diagnostic,
  type Position,
} from "../../model/diagnostic.ts";
import type { Resource } from "../kind.ts";
import type { ParsedManifest } from "./parse.ts";

/** Remembers a manifest; reports the second of a name. */
export function declaredTwice(
  named: Address,
  where: Position,
  declared: FillingAddressMap<Position>,
): readonly Diagnostic[] {
  const before = declared.get(named);
  if (before === undefined) {
    declared.set(named, where);
    return [];
  }
  const address = formatAddress(named);
  const message = `${address} is declared twice; the first time at ${formatPosition(before)}`;
  return [fault("duplicate-address", message, { where, address })];
}

/** Names that differ only in case: servers keep objects in files of their name. */
export function alikeInCase(
  resources: readonly Resource[],
  isKeptAsFile: (resource: Resource) => boolean,
): readonly Diagnostic[] {
  if (resources.length < 2) return [];
  const known = new Map<string, string>();
  return resources.filter(isKeptAsFile).flatMap(({ address, where }): readonly Diagnostic[] => {
    const key = formatAddress(address);
    const before = known.get(key.toLowerCase());
    if (before === undefined) known.set(key.toLowerCase(), key);
    if (before === undefined || before === key) return [];
    const message = `${before} and ${key} differ only in case`;
    const hint =
      "They are one file where a server's disk tells no cases apart, as on Windows and macOS.";
    return [warning("alike-in-case", message, { hint, where, address: key })];
  });
}

/** Duplicates in resources, which must be sorted by address. */
export function resourcesTwice(resources: readonly Resource[]): readonly Diagnostic[] {
  if (resources.length < 2) return [];
  return [...duplicates(resources), ...partsDeclared(resources), ...setTwice(resources)];
}

/** Such as one access rule in two documents. */
function duplicates(resources: readonly Resource[]): readonly Diagnostic[] {
  return resources.flatMap((resource, index) => {
    const before = resources[index - 1];
    if (before === undefined || !isSameAddress(before.address, resource.address)) return [];
    const key = formatAddress(resource.address);
    const [first, second] = [before.where, resource.where];
    if (formatPosition(first) === formatPosition(second)) return [];
    const message = `${key} is declared twice; the other time at ${formatPosition(first)}`;
    return [fault("duplicate-address", message, { where: second, address: key })];
  });
}

/** Objects declared on their own that are part of another declared object. */
function partsDeclared(resources: readonly Resource[]): readonly Diagnostic[] {
  const withParts = resources.filter(({ parts }) => parts !== undefined);
  if (withParts.length === 0) return [];
  const holders = addressMap(
    withParts.flatMap((resource) =>
      (resource.parts ?? []).map((part) => [part, resource] as const),
    ),
  );
  return resources.flatMap(({ address, where }) => {
    const holder = holders.get(address);
    if (holder === undefined) return [];
    const key = formatAddress(address);
    const owner = formatAddress(holder.address);
    const message = `${key} is a part of ${owner}, which is declared at ${formatPosition(holder.where)}`;
    const hint = "Declare one of the two: an object has one owner.";
    return [fault("duplicate-address", message, { hint, where, address: key })];
  });
}

/** Properties that two manifests set, for example of different kinds. */
function setTwice(resources: readonly Resource[]): readonly Diagnostic[] {
  const known = new Map<string, Position>();
  const setting = resources.filter(({ sets }) => sets !== undefined);
  return setting.flatMap(({ address, sets }) =>
    [...(sets ?? [])].flatMap(([what, where]) => {
      const before = known.get(what);
      known.set(what, before ?? where);
      if (before === undefined) return [];
      const message = `The ${what} is declared twice; the other time at ${formatPosition(before)}`;
      const hint = "Leave it out in one of the two: a property has one owner.";
      const own = formatAddress(address);
      return [fault("duplicate-address", message, { hint, where, address: own })];
    }),
  );
}

/** Adds the former name to the object itself. */
export function withPrevious(
  { kind, manifest }: ParsedManifest,
  resources: readonly Resource[],
): readonly Resource[] {
  const { name, workspace, previousName, locate } = manifest;
  if (previousName === undefined) return resources;
  const own = { kind: kind.name, workspace, name };
  const address = { kind: kind.name, workspace, name: previousName };
  const previous = { address, where: locate(["metadata", "previousName"]) };
  return resources.map((one) => (isSameAddress(one.address, own) ? { ...one, previous } : one));
}

/** Reports former names that are declared or used twice. */
export function previousDiagnostics(resources: readonly Resource[]): readonly Diagnostic[] {
  if (resources.every(({ previous }) => previous === undefined)) return [];
  const taken = addressMap(
    resources.map(({ address }) => [address, "is declared too"] as readonly [Address, string]),
  );
  return resources.flatMap(({ address, previous }): readonly Diagnostic[] => {
    if (previous === undefined) return [];
    const [key, own] = [formatAddress(previous.address), formatAddress(address)];
    const reason = key === own ? "is its name now" : taken.get(previous.address);
    taken.set(previous.address, "is also the former name of another object");
    if (reason === undefined) return [];
    const message = `${own} cannot have been ${key}, which ${reason}`;
    const { where } = previous;
    return [fault("previous-name", message, { where, address: own })];
  });
}
