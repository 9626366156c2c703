/** Warnings about what rules name and nobody knows. Servers take it all: a misspelt role shuts everybody out. */
import { warning, type Diagnostic } from "../../../model/diagnostic.ts";
import { ruleKeyOf } from "../../../model/access-rule.ts";
import { didYouMean } from "../../../model/nearest.ts";
import { predefinedRoles } from "../../../model/role.ts";
import { ReadError } from "../../../wire/reading.ts";
import type { Around, KindContext, Resource } from "../../kind.ts";
import { readRoles } from "../user/read.ts";
import type { RulePayload } from "./names.ts";

/** All of them. */
export async function lintRules(
  rules: readonly Resource<RulePayload>[],
  around: Around<RulePayload>,
): Promise<readonly Diagnostic[]> {
  return [...rules.flatMap(lintGroup), ...(await lintRoles(rules, around))];
}

/** A rule of two parts is on a global layer group, and protects no workspace of that name. */
function lintGroup({ address, payload, where }: Resource<RulePayload>): readonly Diagnostic[] {
  const workspace = payload.workspaceMeant;
  if (workspace === undefined) return [];
  const message = `The rule ${address.name} is on a global layer group, which no manifest declares`;
  const key = ruleKeyOf({ workspace, layer: "*", mode: "r" });
  const hint = `For the workspace ${workspace} write ${key}.`;
  return [warning("reference-missing", message, { hint, where })];
}

/**
 * Warnings about roles that are neither built in nor declared, nor on the server where there is one.
 * Without a server an estate that declares no roles leaves them to others: only those are reported then
 * that are nearly built in.
 */
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
    const hint = meant ?? "Declare it (kind: Role), unless somebody else makes it.";
    return warning("role-unknown", message, { hint, where });
  });
}

/** Undefined where the server does not show it. */
async function rolesOn({ read }: KindContext): Promise<ReadonlySet<string> | undefined> {
  try {
    return new Set(await readRoles(read));
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}
