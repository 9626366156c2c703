/**
 * What decides on the requests of non-admin accounts, read from the catalog once
 * per revision: reading thousands of rules for every request would be a load of its own.
 */
import type { CatalogMode } from "../../model/catalog-mode.ts";
import { compileRestRules, type RestRules } from "../../model/rest-rule.ts";
import { listRules } from "./access-rules.ts";
import { catalogMode } from "./catalog-mode.ts";
import { compileRules, type RuleTree } from "../../model/rule-tree.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** The rules and the mode of one revision. */
export interface Policy {
  readonly mode: CatalogMode;
  readonly layers: RuleTree;
  readonly requests: RestRules;
}

/** Gives policies. */
export interface PolicySource {
  /** That of the state that a reader reads. */
  (reader: CatalogReader): Promise<Policy>;
  /** That of a revision, if it is the one that was read last. */
  readonly at: (revision: number) => Policy | undefined;
}

/** A source that keeps the policy until the catalog changes. */
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
