/** Rules on map services (docs/compatibility.md, "Rules on services"). */
import { bindKind, type Kind } from "../kind.ts";
import { late } from "../late.ts";
import { changeRules } from "./access-rules/batch.ts";
import { domains, observeRules } from "./access-rules/domains.ts";
import { judgeOpenings } from "./access-rules/openings.ts";
import { onlyOpens } from "./access-rules/opens.ts";
import { settleRoles, type RulePayload } from "./access-rules/roles.ts";

const kind: Kind<never, RulePayload> = {
  name: domains.services.kind,
  fields: { roles: { onChange: "update", label: "roles" } },
  weight: 9,
  observe: async (context) => observeRules("services", context),
  review: {
    lint: late(async () => (await import("./access-rules/lint-roles.ts")).lintRoles),
  },
  names: {
    settle: settleRoles,
  },
  set: {
    apply: (change, server) => changeRules("services", change, server),
    turn: (change) => (onlyOpens("services", change) ? "last" : "ordinary"),
  },
  access: {
    judge: (change) => judgeOpenings("services", change),
  },
};

/** The kind `ServiceRule`, declared by manifests of kind `AccessRules`. */
export const serviceRulesKind = bindKind(kind);
