/** What rules name, and what of it somebody has to make. */
import { parseRuleKey } from "../../../model/access-rule.ts";
import type { Position } from "../../../model/diagnostic.ts";
import { predefinedRoles } from "../../../model/role.ts";
import type { Declared, Manifest, Resource } from "../../kind.ts";

/** What is known of a rule beside its roles. */
export interface RulePayload {
  /** Roles that are not built in, with the places where the manifest names them. */
  readonly named: readonly NamedRole[];
  /** Roles that are declared; those of them that are named are left out above. */
  readonly declared: readonly string[];
  /** A declared workspace with the name of the global layer group that the rule is on; no such group is declared. */
  readonly workspaceMeant?: string | undefined;
}

interface NamedRole {
  readonly role: string;
  readonly where: Position;
}

/** The roles of a rule that somebody has to make. */
export function rolesNamed(
  key: string,
  roles: readonly string[],
  locate: Manifest["locate"],
): RulePayload {
  const named = roles.flatMap((role, index) =>
    role === "*" || predefinedRoles.has(role)
      ? []
      : [{ role, where: locate(["spec", "rules", key, index]) }],
  );
  return { named, declared: [] };
}

/** Leaves out the roles that a manifest declares. */
export function resolveRoleNames(
  resource: Resource<RulePayload>,
  all: Declared,
): Resource<RulePayload> {
  const { isDeclared, names } = all;
  const named = resource.payload.named.filter(
    ({ role }) => !isDeclared({ kind: "Role", workspace: null, name: role }),
  );
  const declared = named.length === 0 ? [] : names("Role", null);
  return {
    ...resource,
    payload: { named, declared, workspaceMeant: workspaceMeant(resource, all) },
  };
}

function workspaceMeant({ address }: Resource, { isDeclared }: Declared): string | undefined {
  const key = address.kind === "AccessRule" ? parseRuleKey(address.name) : "";
  if (typeof key === "string" || key.workspace !== null) return undefined;
  const [name, workspace] = [key.layer, null];
  const isGroup = isDeclared({ kind: "LayerGroup", workspace, name });
  return !isGroup && isDeclared({ kind: "Workspace", workspace, name }) ? name : undefined;
}
