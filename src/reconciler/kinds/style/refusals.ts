/**
 * What a stock server refuses of a style, checked by the server that it goes to: an error where that one is sure to
 * refuse, nothing where it holds the layers that the style is for. A style that is there takes
 * whatever is sent, so for that it stays a warning.
 */
import type { Finding, NeededLayers } from "../../../lint/finding.ts";
import { layerGroupPathTo, pathTo, stylePathTo } from "../../../wire/addressing.ts";
import { getIfThere, ReadError } from "../../../wire/reading.ts";
import type { KindContext, Resource } from "../../kind.ts";
import type { StylePayload } from "./source.ts";

/** A finding with how bad it is. */
export interface CheckedFinding extends Finding {
  readonly severity?: "error" | "warning";
}

/** Findings about a style as they are for a server. Throws WireError. */
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

/** Whether a server asks for no layers, or holds all of those. */
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

/** What a server does not let us see may be there. */
async function isFound({ read }: KindContext, path: string): Promise<boolean> {
  try {
    return (await getIfThere(read, path)) !== undefined;
  } catch (error) {
    if (error instanceof ReadError) return true;
    throw error;
  }
}
