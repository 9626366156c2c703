/** Responses about rules, the catalog mode and accounts. */
import { renderAccessRules } from "../../wire/access-rules.ts";
import { renderPrincipals, renderUsers } from "../../wire/account.ts";
import { renderCatalogMode } from "../../wire/catalog-mode.ts";
import type { RuleDomain } from "../../model/rule-domain.ts";
import type { Security } from "../security.ts";
import { documentAnswer, refusal, type Handler, type Routes } from "./answer.ts";

/** Routes of security. Secrets are refused. */
export function securityRoutes(security: Security): Routes {
  const rules =
    (domain: RuleDomain): Handler =>
    ({ rendering: { format } }) =>
      documentAnswer(renderAccessRules(security.rules[domain], domain, format));
  const names =
    (
      noun: "group" | "role",
      listed: (name: string) => readonly string[],
      parameter = "",
    ): Handler =>
    ({ parameters, rendering }) =>
      documentAnswer(renderPrincipals(noun, listed(parameters[parameter] ?? ""), rendering));
  const groupsOf = (user: string) =>
    [...security.groups].filter(([, members]) => members.includes(user)).map(([group]) => group);
  return {
    layerRules: rules("layers"),
    serviceRules: rules("services"),
    restRules: rules("rest"),
    catalogMode: ({ rendering: { format } }) =>
      documentAnswer(renderCatalogMode(security.mode, format)),
    keystorePassword: () => refusal(403, "Keys and passwords of a data directory are not read"),
    users: ({ rendering }) => documentAnswer(renderUsers(security.users, rendering)),
    userGroups: names("group", groupsOf, "user"),
    accountGroups: names("group", () => [...security.groups.keys()]),
    roles: names("role", () => security.roles),
    rolesOfUser: names("role", (user) => security.rolesOfUser.get(user) ?? [], "user"),
    rolesOfGroup: names("role", (group) => security.rolesOfGroup.get(group) ?? [], "group"),
  };
}
