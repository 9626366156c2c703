/** `refresh`: what of a feature type or coverage follows its data, and is asked for last. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { recalculation, type RecalculatedRoot } from "../../../wire/recalculation.ts";
import { memberFlag, type Tree } from "../../../wire/tree.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import type { Declared, Facts, FieldRule, Manifest, Resource, Step } from "../../kind.ts";
import { storeData } from "./store-data.ts";

/** The fact that remembers which data the bounds show. */
export const REFRESH = "boundsOf";

export const refreshRule: FieldRule = {
  onChange: "update",
  label: "data that its bounds show",
  gainsOnly: true,
};

export const refreshSpec = madeOnce(() =>
  z.strictObject({
    bounds: z
      .literal("onStoreChange")
      .describe(
        "The server computes both boxes again when the declared store opens other data, or the declared granules of its mosaic change.",
      ),
  }),
);

export interface WithRefresh {
  readonly store: string;
  readonly refresh?: z.infer<ReturnType<typeof refreshSpec>> | undefined;
  readonly bounds?: object | undefined;
}

/** Declared bounds are sent, so recalculated ones would be drift. */
export function refreshProblems({ spec, locate }: Manifest<WithRefresh>): readonly Diagnostic[] {
  if (spec.refresh === undefined || spec.bounds === undefined) return [];
  const message = "The bounds are declared, so there is nothing to find out";
  const hint = "Leave out spec.bounds, or spec.refresh.";
  return [fault("manifest-invalid", message, { hint, where: locate(["spec", "refresh"]) })];
}

/** The facts of objects in stores of these kinds; none where the manifest asks for nothing. */
export function refreshFacts(stores: readonly string[]) {
  return (
    { workspace }: Resource["address"],
    { refresh, store }: WithRefresh,
    others: Declared,
  ): Facts => {
    const data = refresh === undefined ? [] : storeData({ workspace, store }, stores, others);
    return data.length === 0 ? {} : { [REFRESH]: data };
  };
}

/** `before` is the document now: what the manifest leaves out is said as it is. */
export function refreshStep(
  { address: { name }, facts }: Pick<Resource, "address" | "facts">,
  about: {
    readonly root: RecalculatedRoot;
    readonly noun: string;
    readonly path: string;
    readonly before: Tree | undefined;
  },
): Step {
  const { enabled = memberFlag(about.before, "enabled") ?? true } = facts;
  return {
    summary: `compute the bounds of ${about.noun} ${name} again, whose data change`,
    request: recalculation(about.root, about.path, enabled === true),
    isLast: true,
  };
}
