/** A group that cannot be drawn because of a member has the member's fault. Pure. */
import { qualifiedName } from "../../model/layer.ts";
import type { Finding } from "./health.ts";
import type { Served } from "./served.ts";

/** What is known of one layer or group. */
interface Seen {
  readonly served: Served | undefined;
  readonly findings: readonly Finding[];
}

const isFault = ({ health, account }: Finding) => health === "degraded" && account === undefined;

/** The findings of a group, by what was found of its members. */
export function findingsByMembers(
  { served, findings }: Seen,
  byName: ReadonlyMap<string, Seen>,
): readonly Finding[] {
  if (served?.sort !== "group" || !findings.some(isFault)) return findings;
  const ofMembers = membersOf(served).flatMap(
    (name) => byName.get(name)?.findings.filter(isFault).slice(0, 1) ?? [],
  );
  if (ofMembers.length === 0) return findings;
  return [...ofMembers, ...findings.filter((one) => !isFault(one))];
}

/** Names of the layers and groups in a group, each with its workspace. */
export function membersOf({ address: { workspace }, members }: Served): readonly string[] {
  return members.map((name) => (name.includes(":") ? name : qualifiedName(workspace, name)));
}
