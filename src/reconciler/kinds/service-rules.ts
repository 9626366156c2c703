/** Service rules (docs/compatibility.md, "Rules on services"). */
import { bindKind } from "../kind.ts";
import { rulesBetween } from "./access-rules/exposure.ts";
import { guardOpenings } from "./access-rules/openings.ts";
import { rulesKind } from "./access-rules/rules-kind.ts";

const rules = rulesKind("services");

export const serviceRulesKind = bindKind({
  ...rules,
  set: { ...rules.set, between: (change) => rulesBetween("services", change) },
  access: {
    guard: (change) => guardOpenings("services", change),
  },
});
