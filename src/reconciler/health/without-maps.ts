/**
 * Looks at one layer or group on a server without map services, such as the included one: whether
 * it is there, and whether the rules admit whom they should. GET only.
 */
import type { Address } from "../../model/address.ts";
import type { MapOperation } from "../../model/map-access.ts";
import { layerGroupPathTo, pathTo } from "../../wire/addressing.ts";
import { qualifiedName } from "../../model/layer.ts";
import type { Finding } from "./health.ts";
import type { Look, Onlooker } from "./look.ts";
import { readServed } from "./served.ts";

/** Rules on services mean operations of map services, which are not there. */
const READ: MapOperation = { service: "gwc", method: "" };

const NOT_DRAWN = "this server has no map services, so nothing was drawn";

/** Throws ReadError. */
export async function lookWithoutMaps(look: Look, address: Address): Promise<readonly Finding[]> {
  const served = await readServed(look.read, address);
  if (served === undefined) return [{ health: "degraded", text: "is not there" }];
  const [, , ...others] = look.accounts;
  const findings: Finding[] = [{ health: "unknown", text: NOT_DRAWN }];
  for (const account of others) {
    const { status } = await answered(look, address, account);
    const finding = ofAccount(status, look.views(account, address, READ), account);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

async function answered({ services }: Look, address: Address, { name }: Onlooker) {
  const found = await services.ask({ path: `/rest${pathOfDocument(address)}`, query: {} }, name);
  return "silent" in found ? { status: undefined } : found;
}

function pathOfDocument({ kind, workspace, name }: Address): string {
  if (kind === "LayerGroup") return layerGroupPathTo(workspace, name, "xml");
  return pathTo("layer", { layer: qualifiedName(workspace, name) }, "xml");
}

function ofAccount(
  status: number | undefined,
  view: ReturnType<Look["views"]>,
  { name }: Onlooker,
): Finding | undefined {
  if (status === 200 && view !== "served")
    return {
      health: "exposed",
      account: name,
      text: `${name} can read it, although the rules hide it`,
    };
  if ((status === 403 || status === 404) && view === "served")
    return {
      health: "degraded",
      account: name,
      text: `${name} cannot read it, although the rules allow it`,
    };
  return undefined;
}
