/** What a change of the rules on layers means: who may do more after it than before. */
import type { RuleSet } from "../../../model/access-rule.ts";
import { accessGains, gainText, lossText } from "../../../model/effective-access.ts";
import type { Facts, GuardFindings, SetChange } from "../../kind.ts";
import { rolesOf } from "./domains.ts";

/** Sentences beyond this number are counted. */
const GAINS_SHOWN = 20;

/** Anyone who may do more or less afterwards is named; a plan that lets everybody do more has to be allowed. */
export function guardRules({ before, after }: SetChange): GuardFindings {
  const gains = accessGains(ruleSet(before), ruleSet(after));
  const losses = accessGains(ruleSet(after), ruleSet(before));
  const shown = [...some(gains.map(gainText), "gains"), ...some(losses.map(lossText), "losses")];
  const [first, ...others] = gains.filter(({ roles }) => roles === undefined).map(gainText);
  if (first === undefined) return { dangers: [], consequences: shown };
  const rest = others.length === 0 ? "" : `, and ${others.length} more of that sort`;
  const message = `Access widens for every account: ${first}${rest}`;
  return { dangers: [{ name: "public-access", message }], consequences: shown };
}

function some(texts: readonly string[], noun: string): readonly string[] {
  const more = texts.length - GAINS_SHOWN;
  return more > 1 ? [...texts.slice(0, GAINS_SHOWN), `and ${more} ${noun} more`] : texts;
}

function ruleSet(facts: ReadonlyMap<string, Facts>): RuleSet {
  return new Map([...facts.keys()].map((key) => [key, rolesOf(facts, key)]));
}
