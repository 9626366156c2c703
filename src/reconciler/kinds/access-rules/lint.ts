/** Warns about unknown names in rules. Servers accept them: a misspelt role locks everyone out. */
import { warning, type Diagnostic } from "../../../model/diagnostic.ts";
import { ruleKeyOf } from "../../../model/access-rule.ts";
import { didYouMean } from "../../../model/nearest.ts";
import { predefinedRoles } from "../../../model/role.ts";
import { ReadError } from "../../../wire/reading.ts";
import type { Around, KindContext, Resource } from "../../kind.ts";
import { readRoles } from "../user/read.ts";
import type { RulePayload } from "./names.ts";

export async function lintRules(
  rules: readonly Resource<RulePayload>[],
  around: Around<RulePayload>,
): Promise<readonly Diagnostic[]> {
  return [...rules.flatMap(lintGroup), ...(await lintRoles(rules, around))];
}

/** A rule of two parts is on a global layer group; it does not protect a workspace of that name. */
function lintGroup({ address, payload, where }: Resource<RulePayload>): readonly Diagnostic[] {
  const workspace = payload.workspaceMeant;
  if (workspace === undefined) return [];
  const message = `The rule ${address.name} is on a global layer group, which no manifest declares`;
  const key = ruleKeyOf({ workspace, layer: "*", mode: "r" });
  const hint = `For the workspace ${workspace} write ${key}.`;
  return [warning("reference-missing", message, { hint, where })];
}

/** Without a server and without declared roles, only near misses of built-in roles are reported. */
async function lintRoles(
  rules: readonly Resource<RulePayload>[],
  { context }: Around<RulePayload>,
): Promise<readonly Diagnostic[]> {
  const unknown = rules.flatMap(({ address, payload: { named, declared } }) =>
    named.map((one) => ({ ...one, declared, rule: address.name })),
  );
  if (unknown.length === 0) return [];
  const there = context === undefined ? new Set<string>() : await rolesOn(context);
  if (there === undefined) return [];
  return unknown.flatMap(({ role, where, rule, declared }) => {
    if (there.has(role)) return [];
    const meant = didYouMean(role, [...new Set([...declared, ...predefinedRoles, ...there])]);
    if (context === undefined && declared.length === 0 && meant === undefined) return [];
    const server = context === undefined ? "" : ", and the server does not hold it";
    const message = `The rule ${rule} names the role ${role}, which no manifest declares${server}`;
    const hint = meant ?? "Declare it (kind: Role), unless it is created elsewhere.";
    return warning("role-unknown", message, { hint, where });
  });
}

/** The roles on the server; undefined where it does not show them. */
async function rolesOn({ read }: KindContext): Promise<ReadonlySet<string> | undefined> {
  try {
    return new Set(await readRoles(read));
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}
