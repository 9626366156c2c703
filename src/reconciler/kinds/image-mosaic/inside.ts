/** The contents of a mosaic, for other kinds. */
import type { Address } from "../../../model/address.ts";

export function insideOf({ workspace, name }: Address, coverages: readonly string[]) {
  const named = (kind: string) => coverages.map((one) => ({ kind, workspace, name: one }));
  const parts: readonly Address[] = [
    { kind: "CoverageStore", workspace, name },
    ...named("Coverage"),
  ];
  const brings: readonly Address[] = named("Layer");
  return { parts, brings };
}
