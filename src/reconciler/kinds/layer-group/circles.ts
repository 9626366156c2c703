/** Layer groups that would hold themselves: among what is declared, and through groups of others. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { findCycles } from "../../../model/cycle.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { readLayerGroup, type GroupMember } from "../../../wire/layer-group-settings.ts";
import type { KindContext, Resource } from "../../kind.ts";
import { memberAddress } from "./facts.ts";
import type { GroupPayload } from "./spec.ts";

type Group = Resource<GroupPayload>;

/** Declared groups that hold themselves, each circle told once with its path. */
export function circles(groups: readonly Group[]): readonly Diagnostic[] {
  const byKey = new Map(groups.map((group) => [formatAddress(group.address), group]));
  const groupsOf = (key: string) =>
    groupsIn(byKey.get(key)?.payload.settings.members ?? []).map(formatAddress);
  return [...findCycles(byKey.keys(), groupsOf)].flatMap((path) => {
    const group = byKey.get(path.at(-1) ?? "");
    return group === undefined ? [] : [circle(group, path)];
  });
}

/**
 * The circle that a group is in through groups that nobody declares, as they are on the server; where a
 * group is declared, its manifest counts.
 */
export async function circleThroughOthers(
  group: Group,
  found: { readonly context: KindContext; readonly declared: readonly Group[] },
): Promise<readonly Diagnostic[]> {
  const { read } = found.context;
  const declared = new Map(found.declared.map((one) => [formatAddress(one.address), one]));
  const own = formatAddress(group.address);
  const seen = new Set<string>();
  const open = [{ address: group.address, path: [own] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { address, path } = next;
    const known = declared.get(formatAddress(address))?.payload.settings;
    const settings =
      known ?? (await readLayerGroup(read, address.workspace, address.name))?.settings;
    for (const inner of groupsIn(settings?.members ?? [])) {
      const key = formatAddress(inner);
      if (key === own) return [circle(group, [...path, key])];
      if (!seen.has(key)) open.push({ address: inner, path: [...path, key] });
      seen.add(key);
    }
  }
  return [];
}

function groupsIn(members: readonly GroupMember[]): readonly Address[] {
  return members.filter(({ type }) => type === "layerGroup").map(memberAddress);
}

function circle({ address, where }: Group, path: readonly string[]): Diagnostic {
  return {
    code: "dependency-cycle",
    severity: "error",
    message: `Layer groups hold each other in a circle: ${path.join(" → ")}`,
    where,
    address: formatAddress(address),
  };
}
