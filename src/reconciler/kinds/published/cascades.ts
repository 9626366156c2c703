/**
 * What a server removes along with the layers of a store: the rules of those layers, their styles
 * (docs/compatibility.md, "Cascades"). What that does to layer groups is the groups' own business.
 */
import { ruleAddress, ruleHangsOnLayer } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { readAccessRules } from "../../../wire/access-rules.ts";
import type { KindContext, Live, Taken } from "../../kind.ts";
import { isAsCreated, observeLayer } from "../layer/observe.ts";

/** The rules of layers, as they are. */
export async function lostRules(
  { read }: KindContext,
  workspace: string,
  layers: readonly string[],
): Promise<readonly Live[]> {
  if (layers.length === 0) return [];
  const { rules } = await readAccessRules(read);
  return [...rules]
    .filter(([key]) => layers.some((layer) => ruleHangsOnLayer(key, workspace, layer)))
    .map(([key, roles]) => ({ address: ruleAddress(key), facts: { roles }, requires: [] }));
}

/**
 * Layers that come back, where they are not as a fresh one is: `owners` are the stores that publish
 * them, `fresh` is the style that the server would give new ones, where it is known.
 */
export async function lostLayers(
  context: KindContext,
  workspace: string,
  owners: ReadonlyMap<string, Address>,
  fresh?: string,
): Promise<readonly Live[]> {
  const found = await Promise.all(
    [...owners].map(async ([name, owner]): Promise<Live | undefined> => {
      const live = await observeLayer(context, { kind: "Layer", workspace, name });
      if (live === undefined) return undefined;
      const facts = fresh === undefined ? live.facts : { ...live.facts, fresh };
      if (isAsCreated(facts)) return undefined;
      return { ...live, facts, requires: [owner, ...live.requires] };
    }),
  );
  return found.filter((live) => live !== undefined);
}

/** All layers that go; `owners` are the stores that publish some of them again. */
export function takenLayers(
  workspace: string,
  layers: readonly string[],
  owners: ReadonlyMap<string, Address>,
): readonly Taken[] {
  return layers.map((name) => ({
    address: { kind: "Layer", workspace, name },
    back: owners.get(name),
  }));
}
