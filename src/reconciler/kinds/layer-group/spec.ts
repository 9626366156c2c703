/** The manifest format of layer groups. */
import { workspaceOf } from "../identity/workspace.ts";
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { formatAddress, type Address } from "../../../model/address.ts";
import { addressMap } from "../../../model/address-map.ts";
import { GEOGRAPHIC } from "../../../model/bounds.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { nameProblem } from "../../../model/name.ts";
import type { GroupMember, GroupSettings } from "../../../wire/layer-group-settings.ts";
import type { Manifest, Naming, Resource } from "../../kind.ts";
import {
  globalFirst,
  nameOf,
  naming,
  reference,
  type IsDeclared,
} from "../published/references.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { partOf } from "../../../model/schema.ts";
import { groupFlags, groupSettings } from "../../../model/layer-group.ts";
import { partsSpec } from "../fields/part-specs.ts";
import { documentText } from "../fields/texts.ts";
import { groupFacts } from "./facts.ts";
import { groupSettingFields, groupSettingsSpec } from "./settings.ts";

const style = reference
  .optional()
  .describe(
    "Style it is drawn with, as workspace:name or name: a bare name is a global style, else one of the group's workspace. The layer's own default when absent.",
  );

const member = madeOnce(() =>
  z.union([
    z.strictObject({
      layer: reference.describe("A layer, as workspace:name; in a workspace the name will do."),
      style,
    }),
    z.strictObject({
      group: reference.describe(
        "A layer group, as workspace:name or name: a bare name is a global group, else one of the workspace.",
      ),
    }),
  ]),
);

export const groupSpec = madeOnce(() =>
  z
    .strictObject({
      title: documentText.optional(),
      abstract: documentText.optional(),
      mode: z
        .enum(["SINGLE", "OPAQUE_CONTAINER", "NAMED", "CONTAINER", "EO"])
        .optional()
        .describe("How it shows itself and its members; SINGLE when it is made without."),
      layers: z
        .array(member())
        .min(1)
        .describe("Members, drawn in this order, the first at the bottom."),
      root: z
        .strictObject({ layer: reference, style: reference })
        .optional()
        .describe("The root layer of the group, with its style: in mode EO only."),
      bounds: z
        .strictObject({
          minx: z.number(),
          maxx: z.number(),
          miny: z.number(),
          maxy: z.number(),
          crs: z.string().min(1).default(GEOGRAPHIC),
        })
        .optional()
        .describe("Its extent. The server works it out once, when the group is made, if absent."),
      ...partsSpec(groupFlags),
      ...groupSettingsSpec(),
    })
    .refine(({ mode, root }) => (mode === "EO") === (root !== undefined), {
      message: "mode EO needs a root, and other modes have none",
      path: ["root"],
    }),
);

export type GroupSpec = z.infer<ReturnType<typeof groupSpec>>;

export interface GroupPayload {
  readonly manifest: Manifest<GroupSpec>;
  readonly settings: GroupSettings & { readonly members: readonly GroupMember[] };
}

/** `isDeclared` resolves bare names. */
export function declaredGroup(
  manifest: Manifest<GroupSpec>,
  isDeclared: IsDeclared,
): Resource<GroupPayload> {
  const { name, workspace, spec, locate } = manifest;
  const scope = { workspace, isDeclared };
  const used: (readonly [Address, Naming])[] = [];
  const use = (address: Address, ...path: readonly (string | number)[]) => {
    used.push(naming(address, locate(["spec", ...path]), workspace));
    return nameOf(address);
  };
  const members = spec.layers.map((one, index): GroupMember => {
    if ("group" in one) {
      const address = globalFirst("LayerGroup", one.group, scope);
      return { type: "layerGroup", name: use(address, "layers", index, "group"), style: undefined };
    }
    const drawn = one.style === undefined ? undefined : globalFirst("Style", one.style, scope);
    return {
      type: "layer",
      name: use(layerMeant(one.layer, workspace), "layers", index, "layer"),
      style: drawn && use(drawn, "layers", index, "style"),
    };
  });
  const root = spec.root && {
    layer: use(layerMeant(spec.root.layer, workspace), "root", "layer"),
    style: use(globalFirst("Style", spec.root.style, scope), "root", "style"),
  };
  const { mode, bounds } = spec;
  const settings = { ...partOf(groupSettings, spec), mode, bounds, members, root };
  const lives = workspaceOf({ workspace });
  return {
    address: { kind: "LayerGroup", workspace, name },
    facts: { ...groupFacts(settings), ...groupSettingFields.wanted(spec) },
    payload: { manifest, settings },
    requires: [...lives, ...used.map(([address]) => address)],
    named: addressMap(used.toReversed()),
    where: locate(["metadata", "name"]),
  };
}

/** A bare name is a layer of the group's own workspace. */
function layerMeant(text: string, workspace: string | null): Address {
  const split = splitQualifiedName(text);
  return { kind: "Layer", workspace: split.workspace ?? workspace, name: split.name };
}

/** Problems that do not depend on other manifests. */
export function groupProblems(manifest: Manifest<GroupSpec>): readonly Diagnostic[] {
  const { name, workspace, locate } = manifest;
  const problem = nameProblem(name);
  const { address, payload, requires } = declaredGroup(manifest, () => false);
  const messages: string[] = [];
  if (problem !== undefined)
    messages.push(`The layer group name ${JSON.stringify(name)} ${problem}`);
  if (
    payload.settings.members.some(
      ({ type, name: layer }) => type === "layer" && !layer.includes(":"),
    )
  )
    messages.push(`A global layer group names its layers with their workspace`);
  const foreign = requires.find(
    ({ kind, workspace: other }) =>
      kind !== "Workspace" && workspace !== null && other !== null && other !== workspace,
  );
  if (foreign !== undefined)
    messages.push(
      `${formatAddress(address)} cannot hold ${formatAddress(foreign)}, which is of another workspace; a global group can`,
    );
  const where = locate(problem === undefined ? ["spec", "layers"] : ["metadata", "name"]);
  return messages.map((message) => fault("manifest-invalid", message, { where }));
}
