/**
 * Keeps what is going to be disabled from being seen while it is made. A stock server enables what is
 * posted and serves it until it is disabled; a rule for its layer that names nobody stands before that
 * (docs/decisions/0025-titles-and-scopes.md). A server of our own serves nothing, and who sees its
 * documents does not depend on what is enabled.
 */
import { isSaidByRequests, ruleAddress, ruleKeyOf } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { qualifiedName } from "../../../model/layer.ts";
import type { Declared, KindContext, Resource, Temporary } from "../../kind.ts";
import { NOBODY } from "../access-rules/exposure.ts";

/** The layers that come with an object and that show less by the manifests of layers than new ones do. */
export function layersToHide(
  { brings = [] }: Pick<Resource, "brings">,
  { facts }: Pick<Declared, "facts">,
): readonly Address[] {
  return brings.filter((layer) => {
    const { enabled, queryable } = facts(layer) ?? {};
    return enabled === false || queryable === false;
  });
}

/** The rules that let nobody read these layers while an object is made that brings them. */
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
