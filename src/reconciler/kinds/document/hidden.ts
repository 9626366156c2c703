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

/** The steps between two that put a rule up and take it down, where somebody could see too much. */
export async function hiddenMeanwhile(
  address: Address,
  steps: readonly Step[],
  { read, server }: KindContext,
): Promise<readonly Step[]> {
  const key = keyOf(address);
  if (server.software !== "geoserver" || typeof parseRuleKey(key) === "string") return steps;
  const { rules } = await readAccessRules(read);
  if (rules.has(key)) return steps;
  const { text } = renderAccessRules(new Map([[key, NOBODY]]), "layers", "xml");
  const layer = `${address.workspace}:${address.name}`;
  return [
    {
      summary: `let nobody read layer ${layer} until it is disabled`,
      request: {
        method: "POST",
        path: rulesPath("layers"),
        mediaType: mediaTypes.xml,
        body: { kind: "text", text },
      },
    },
    ...steps,
    {
      summary: `let those read layer ${layer} again whom other rules let`,
      request: { method: "DELETE", path: pathTo("layerRule", { rule: key }) },
      clears: [ruleAddress(key)],
    },
  ];
}

/** Administrators read everything, whatever rules say. */
const NOBODY = ["ROLE_ADMINISTRATOR"];
