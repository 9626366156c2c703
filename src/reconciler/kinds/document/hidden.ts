/**
 * Keeps what is going to be disabled from being seen while it is made. A stock server enables what is
 * posted and serves it until it is disabled; a rule for its layer that names nobody stands before that
 * (docs/decisions/0025-titles-and-scopes.md). A server of our own serves nothing, and who sees its
 * documents does not depend on what is enabled.
 */
import { parseRuleKey, ruleAddress } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { readAccessRules, renderAccessRules, rulesPath } from "../../../wire/access-rules.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type { KindContext, Step } from "../../kind.ts";

/** The rule that decides who reads a layer. */
function keyOf({ workspace, name }: Address): string {
  return `${workspace}.${name}.r`;
}

/** Whether a manifest says who reads the layer: that decides at all times. */
export function hasRule(address: Address, isDeclared: (address: Address) => boolean): boolean {
  return isDeclared(ruleAddress(keyOf(address)));
}

/** The steps between those that put rules for layers up and take them down, where somebody could see too much. */
export async function hiddenMeanwhile(
  layers: readonly Address[],
  steps: readonly Step[],
  { read, server }: KindContext,
): Promise<readonly Step[]> {
  const possible = layers.filter((layer) => typeof parseRuleKey(keyOf(layer)) !== "string");
  if (server.software !== "geoserver" || possible.length === 0) return steps;
  const { rules } = await readAccessRules(read);
  const open = possible.filter((layer) => !rules.has(keyOf(layer)));
  if (open.length === 0) return steps;
  const made = new Map(open.map((layer) => [keyOf(layer), NOBODY]));
  const { text } = renderAccessRules(made, "layers", "xml");
  const names = open.map(({ workspace, name }) => `${workspace}:${name}`);
  return [
    {
      summary:
        names.length === 1
          ? `let nobody read layer ${names.join("")} until it is disabled`
          : `let nobody read layers ${names.join(", ")} until they are disabled`,
      request: {
        method: "POST",
        path: rulesPath("layers"),
        mediaType: mediaTypes.xml,
        body: { kind: "text", text },
      },
    },
    ...steps,
    ...open.map((layer, index): Step => {
      const key = keyOf(layer);
      return {
        summary: `let those read layer ${names[index]} again whom other rules let`,
        request: { method: "DELETE", path: pathTo("layerRule", { rule: key }) },
        clears: [ruleAddress(key)],
      };
    }),
  ];
}

/** Administrators read everything, whatever rules say. */
const NOBODY = ["ROLE_ADMINISTRATOR"];
