/** Roles and groups that rules name. */
import { parseRuleKey } from "../../../model/access-rule.ts";
import type { Position } from "../../../model/diagnostic.ts";
import { predefinedRoles } from "../../../model/role.ts";
import type { Declared, Manifest, Resource } from "../../kind.ts";

export interface RulePayload {
  /** The named roles with their places in the manifest; built-in roles are left out. */
  readonly named: readonly NamedRole[];
  /** Declared roles; `named` leaves them out. */
  readonly declared: readonly string[];
  /** A declared workspace with the name of the rule's layer group, if the group is not declared. */
  readonly workspaceMeant?: string | undefined;
}

interface NamedRole {
  readonly role: string;
  readonly where: Position;
}

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
