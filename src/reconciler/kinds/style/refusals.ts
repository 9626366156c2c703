/**
 * Checks what a stock server refuses against the target server: an error where it is sure to
 * refuse, nothing where it has the needed layers. An existing style accepts any content, so there
 * it stays a warning.
 */
import type { Finding, NeededLayers } from "../../../lint/finding.ts";
import { layerGroupPathTo, pathTo, stylePathTo } from "../../../wire/addressing.ts";
import { getIfThere, ReadError } from "../../../wire/reading.ts";
import type { KindContext, Resource } from "../../kind.ts";
import type { StylePayload } from "./source.ts";

export interface CheckedFinding extends Finding {
  readonly severity?: "error" | "warning";
}

/** Throws WireError. */
export async function checkedBy(
  context: KindContext,
  { address }: Resource<StylePayload>,
  findings: readonly Finding[],
): Promise<readonly CheckedFinding[]> {
  if (context.server.software !== "geoserver") return findings;
  const checked: CheckedFinding[] = [];
  for (const finding of findings) {
    const { needs, isSure } = finding;
    if (needs !== undefined && (await holds(context, needs))) continue;
    checked.push(isSure === true ? { ...finding, severity: "error" } : finding);
  }
  if (checked.every(({ severity }) => severity === undefined)) return checked;
  const entry = stylePathTo(address.workspace, address.name, "xml");
  const isThere = await isFound(context, entry);
  return isThere ? checked.map((finding) => ({ ...finding, severity: "warning" })) : checked;
}

async function holds(context: KindContext, { names, since }: NeededLayers): Promise<boolean> {
  if (Number.parseInt(context.server.version, 10) < since) return true;
  for (const name of new Set(names)) {
    const isHere =
      name !== "" &&
      ((await isFound(context, pathTo("layer", { layer: name }, "xml"))) ||
        (await isFound(context, layerGroupPathTo(null, name, "xml"))));
    if (!isHere) return false;
  }
  return true;
}

/** An object that a server does not show may exist. */
async function isFound({ read }: KindContext, path: string): Promise<boolean> {
  try {
    return (await getIfThere(read, path)) !== undefined;
  } catch (error) {
    if (error instanceof ReadError) return true;
    throw error;
  }
}
