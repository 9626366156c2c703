/** Rules for non-admin requests, kept while they are unchanged because reading them is slow. */
import type { CatalogMode } from "../../model/catalog-mode.ts";
import { compileRestRules, type RestRules } from "../../model/rest-rule.ts";
import { listRules } from "./access-rules.ts";
import { catalogMode } from "./catalog-mode.ts";
import { compileRules, type RuleTree } from "../../model/rule-tree.ts";
import { basisOf } from "./kept.ts";
import type { Basis, Catalog, CatalogReader } from "./unit-of-work.ts";

export interface Policy extends Pick<Basis, "dependencies"> {
  readonly mode: CatalogMode;
  readonly layers: RuleTree;
  readonly requests: RestRules;
}

/** Returns the policy of a reader that has read nothing else yet. */
export interface PolicySource {
  (reader: CatalogReader): Promise<Policy>;
  /** Returns undefined unless the latest policy is unchanged. */
  readonly known: (catalog: Pick<Catalog, "isUnchanged">) => Policy | undefined;
}

/** Keeps the latest policy. */
export function policySource(): PolicySource {
  let kept: { readonly policy: Policy; readonly basis: Basis } | undefined;
  const read = async (reader: CatalogReader) => {
    const before = kept;
    if (before !== undefined && (await reader.isUnchanged(before.basis))) return before.policy;
    const rules = await readRules(reader);
    const basis = await basisOf(reader);
    const policy = { ...rules, dependencies: basis.dependencies };
    kept = { policy, basis };
    return policy;
  };
  const known = (catalog: Pick<Catalog, "isUnchanged">) =>
    kept !== undefined && catalog.isUnchanged(kept.basis) ? kept.policy : undefined;
  return Object.assign(read, { known });
}

async function readRules(reader: CatalogReader): Promise<Omit<Policy, "dependencies">> {
  return {
    mode: await catalogMode(reader),
    layers: compileRules(await listRules(reader, "layers")),
    requests: compileRestRules(await listRules(reader, "rest")),
  };
}
