/** Rules for non-admin requests, cached per revision because reading them is slow. */
import type { CatalogMode } from "../../model/catalog-mode.ts";
import { compileRestRules, type RestRules } from "../../model/rest-rule.ts";
import { listRules } from "./access-rules.ts";
import { catalogMode } from "./catalog-mode.ts";
import { compileRules, type RuleTree } from "../../model/rule-tree.ts";
import type { CatalogReader } from "./unit-of-work.ts";

export interface Policy {
  readonly mode: CatalogMode;
  readonly layers: RuleTree;
  readonly requests: RestRules;
}

/** Returns the policy of a reader's revision. */
export interface PolicySource {
  (reader: CatalogReader): Promise<Policy>;
  /** Returns undefined unless this revision is cached. */
  readonly at: (revision: number) => Policy | undefined;
}

/** Creates a cache of the latest policy. */
export function policySource(): PolicySource {
  let kept: { readonly revision: number; readonly policy: Policy } | undefined;
  const at = (revision: number) => (kept?.revision === revision ? kept.policy : undefined);
  const read = async (reader: CatalogReader) => {
    const revision = await reader.revision();
    const policy = at(revision) ?? (await readPolicy(reader));
    kept = { revision, policy };
    return policy;
  };
  return Object.assign(read, { at });
}

async function readPolicy(reader: CatalogReader): Promise<Policy> {
  return {
    mode: await catalogMode(reader),
    layers: compileRules(await listRules(reader, "layers")),
    requests: compileRestRules(await listRules(reader, "rest")),
  };
}
