/** Former names of declared objects (`metadata.previousName`). */
import { formatAddress, isSameAddress, type Address } from "../../model/address.ts";
import { addressMap } from "../../model/address-map.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import type { Resource } from "../kind.ts";
import type { ParsedManifest } from "./parse.ts";

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
