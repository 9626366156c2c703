/**
 * What a server removes along with the layers of a store: the rules of those layers, their styles
 * (docs/compatibility.md, "Cascades"). What that does to layer groups is the groups' own business.
 */
import { ruleAddress, ruleHangsOnLayer } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { readAccessRules } from "../../../wire/access-rules.ts";
import type { KindContext, Live, Taken } from "../../kind.ts";
import { isAsCreated, observeLayer, observeOwnTitle } from "../layer/observe.ts";

/** What publishes a layer again. */
export interface Publisher {
  readonly owner: Address;
  readonly store: string;
  /** Whether its manifest gives the layer its title. */
  readonly givesTitle: boolean;
}

/** Publishers by the names of the layers. */
export type Publishers = ReadonlyMap<string, Publisher>;

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
 * Layers that come back, where they are not as a fresh one is: `fresh` is the style that the server
 * would give new ones, where it is known.
 */
export async function lostLayers(
  context: KindContext,
  workspace: string,
  publishers: Publishers,
  fresh?: string,
): Promise<readonly Live[]> {
  const found = await Promise.all(
    [...publishers].map(async ([name, publisher]): Promise<Live | undefined> => {
      const { owner, store, givesTitle } = publisher;
      const look = givesTitle ? observeLayer : observeOwnTitle;
      const live = await look(context, { kind: "Layer", workspace, name });
      if (live === undefined) return undefined;
      const facts = { ...live.facts, store, ...(fresh === undefined ? {} : { fresh }) };
      if (live.facts["title"] === undefined && isAsCreated(facts)) return undefined;
      return { ...live, facts, requires: [owner, ...live.requires] };
    }),
  );
  return found.filter((live) => live !== undefined);
}

/** All layers that go, with what publishes some of them again. */
export function takenLayers(
  workspace: string,
  layers: readonly string[],
  publishers: Publishers,
): readonly Taken[] {
  return layers.map((name) => ({
    address: { kind: "Layer", workspace, name },
    back: publishers.get(name)?.owner,
  }));
}
