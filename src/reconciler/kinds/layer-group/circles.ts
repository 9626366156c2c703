/** Layer groups that would contain themselves. */
import { formatAddress, isSameAddress, type Address } from "../../../model/address.ts";
import { addressSet, byAddress } from "../../../model/address-map.ts";
import { findCycles } from "../../../model/cycle.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { readLayerGroup, type GroupMember } from "../../../wire/layer-group-settings.ts";
import type { KindContext, Resource } from "../../kind.ts";
import { memberAddress } from "./facts.ts";
import type { GroupPayload } from "./spec.ts";

type Group = Resource<GroupPayload>;

/** Each cycle is reported once with its path. */
export function circles(groups: readonly Group[]): readonly Diagnostic[] {
  const declared = byAddress(groups);
  const groupsOf = ({ payload }: Group) =>
    groupsIn(payload.settings.members).flatMap((address) => declared.get(address) ?? []);
  return [...findCycles(declared.values(), groupsOf)].flatMap((way) => {
    const group = way.at(-1);
    return group === undefined
      ? []
      : [
          circle(
            group,
            way.map(({ address }) => address),
          ),
        ];
  });
}

/** Undeclared groups are read from the server; for a declared group its manifest counts. */
export async function circleThroughOthers(
  group: Group,
  found: { readonly context: KindContext; readonly declared: readonly Group[] },
): Promise<readonly Diagnostic[]> {
  const { read } = found.context;
  const declared = byAddress(found.declared);
  const seen = addressSet();
  const open = [{ address: group.address, path: [group.address] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { address, path } = next;
    const known = declared.get(address)?.payload.settings;
    const settings =
      known ?? (await readLayerGroup(read, address.workspace, address.name))?.settings;
    for (const inner of groupsIn(settings?.members ?? [])) {
      const longer = [...path, inner];
      if (isSameAddress(inner, group.address)) return [circle(group, longer)];
      if (!seen.has(inner)) open.push({ address: inner, path: longer });
      seen.add(inner);
    }
  }
  return [];
}

function groupsIn(members: readonly GroupMember[]): readonly Address[] {
  return members.filter(({ type }) => type === "layerGroup").map(memberAddress);
}

function circle({ address, where }: Group, path: readonly Address[]): Diagnostic {
  return fault(
    "dependency-cycle",
    `Layer groups hold each other in a circle: ${path.map(formatAddress).join(" → ")}`,
    { where, address: formatAddress(address) },
  );
}
