/**
 * Hides an object that will be disabled while it is created. A stock server enables and serves
 * what is posted, so a rule that lets nobody read its layer goes first
 * (docs/decisions/0025-titles-and-scopes.md). Our own server serves no data, and access to its
 * documents does not depend on `enabled`.
 */
import { isSaidByRequests, ruleAddress, ruleKeyOf } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { qualifiedName } from "../../../model/layer.ts";
import type { Declared, KindContext, Resource, Temporary } from "../../kind.ts";
import { NOBODY } from "../access-rules/exposure.ts";

/** The layers of an object whose own manifests hide more than new layers do. */
export function layersToHide(
  { brings = [] }: Pick<Resource, "brings">,
  { facts }: Pick<Declared, "facts">,
): readonly Address[] {
  return brings.filter((layer) => {
    const { enabled, queryable } = facts(layer) ?? {};
    return enabled === false || queryable === false;
  });
}

export function hiddenMeanwhile(
  object: Address,
  layers: readonly Address[],
  { server }: Pick<KindContext, "server">,
): readonly Temporary[] {
  if (server.software !== "geoserver") return [];
  return layers.flatMap(({ workspace, name }) => {
    const key = ruleKeyOf({ workspace, layer: name, mode: "r" });
    if (key === undefined || !isSaidByRequests(key)) return [];
    const layer = { kind: "Layer", workspace, name };
    const why = `nobody reads layer ${qualifiedName(workspace, name)} until it is as declared`;
    return { address: ruleAddress(key), facts: { roles: NOBODY }, for: [object, layer], why };
  });
}
