/** Warnings about objects that a stock server accepts and that harm others. Pure. */
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { fewOf } from "../../../model/few.ts";
import type { Around } from "../../context.ts";
import type { Resource } from "../../kind.ts";

const isOfStock = ({ context }: Pick<Around<unknown>, "context">) =>
  context?.server.software === "geoserver";

/**
 * For objects in isolated workspaces, a stock server creates tile layers, and then cannot show
 * the capabilities of its tile services.
 */
export function ofIsolated(
  sent: readonly Resource[],
  around: Pick<Around<unknown>, "context" | "factsOf">,
): readonly Diagnostic[] {
  if (!isOfStock(around)) return [];
  const isIsolated = (name: string) =>
    around.factsOf({ kind: "Workspace", workspace: null, name })?.["isolated"] === true;
  const inside = Map.groupBy(
    sent.filter(({ address: { workspace } }) => workspace !== null && isIsolated(workspace)),
    ({ address }) => address.workspace,
  );
  return [...inside].map(([workspace, own]) => ({
    code: "harms-others",
    severity: "warning",
    message: `The workspace ${workspace} is isolated: with the tile layers that a GeoServer makes by itself of ${fewOf(own.map(({ address }) => address.name))}, the capabilities of its tile services (WMS-C, TMS, WMTS) fail, for all layers`,
    hint: `Turn automatic tile layers off there before, or delete each after the apply: DELETE /gwc/rest/layers/${workspace}:NAME.`,
    ...(own[0]?.where === undefined ? {} : { where: own[0].where }),
  }));
}

export interface Titled {
  readonly name: string;
  readonly title?: string | undefined;
}

/** The capabilities of WCS 2.0.1 list only one of several coverages with equal titles, or none. */
export function ofOneTitle<Payload>(
  sent: readonly Resource<Payload>[],
  { declared, context }: Pick<Around<Payload>, "declared" | "context">,
  titlesOf: (resource: Resource<Payload>) => readonly Titled[],
): readonly Diagnostic[] {
  if (!isOfStock({ context })) return [];
  const all = declared.flatMap((resource) =>
    titlesOf(resource).map((one) => ({ resource, ...one })),
  );
  const alike = Map.groupBy(all, ({ title = "" }) => title);
  return [...alike].flatMap(([title, own]): readonly Diagnostic[] => {
    const first = own.find(({ resource }) => sent.includes(resource));
    if (own.length < 2 || first === undefined) return [];
    const names = fewOf(
      own.map(({ resource: { address }, name }) => `${address.workspace}:${name}`),
    );
    return [
      {
        code: "harms-others",
        severity: "warning",
        message: `The coverages ${names} have ${title === "" ? "no title" : `one title, ${JSON.stringify(title)}`}: the WCS 2.0.1 capabilities of a GeoServer list only one of them`,
        hint: "Give each a title of its own.",
        where: first.resource.where,
      },
    ];
  });
}
