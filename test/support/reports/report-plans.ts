/** Plans of many changes with their graphs, for pages that have to hold them. */
import { parseAddress } from "../../../src/model/address.ts";
import type { Graph } from "../../../src/reconciler/engine/inspect/graph.ts";
import type { PlanDocument } from "../../../src/reconciler/report/documents.ts";
import { changeOf, planOf } from "./run-documents.ts";

const kinds = ["Style", "Layer", "FeatureType"] as const;
const actions = ["update", "create", "delete", "replace"] as const;

/** A plan of so many changes; each needs the one at a quarter of its place. */
export function reportPlan(size: number): { readonly plan: PlanDocument; readonly graph: Graph } {
  const addresses = Array.from(
    { length: size },
    (_unused, index) => `${kinds[index % kinds.length]}/w:o${index}`,
  );
  const changes = addresses.map((address, index) =>
    changeOf(address, {
      action: actions[index % actions.length] ?? "update",
      fields: ["title", "colour", "width", "scale"].map((field) => ({
        field,
        label: field,
        before: "before",
        after: "after",
        text:
          field === "colour" ? "#112233 → #445566" : `${field} ${index} → ${field} ${index + 1}`,
      })),
      declared_at: { file: `manifests/${index % 100}.yaml`, line: index + 1 },
    }),
  );
  const nodes = addresses.flatMap((text) => {
    const address = parseAddress(text);
    return address === undefined ? [] : [[text, { address, isGiven: true }] as const];
  });
  const edges = addresses.flatMap((from, index) => {
    const to = addresses[Math.floor(index / 4)];
    return to === undefined || to === from ? [] : [{ from, to, type: "needs" } as const];
  });
  return { plan: planOf(changes), graph: { nodes: new Map(nodes), edges } };
}
