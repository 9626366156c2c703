/**
 * Layers: how a store's types and coverages are drawn. Stores publish them, so they are never made or
 * deleted on their own; what the layer's document cannot set, such as a title, is not offered
 * (docs/compatibility.md, "Layers").
 */
import { nameFaults } from "./identity/name.ts";
import { workspaceOf } from "./identity/workspace.ts";
import { ifMatch } from "../../wire/request.ts";
import { z } from "zod";
import { compareText, type Address } from "../../model/address.ts";
import { qualifiedName, splitQualifiedName } from "../../model/layer.ts";
import { renderLayerInput } from "../../wire/layer.ts";
import { mediaTypes } from "../../wire/media.ts";
import { pathOf } from "../../wire/paths.ts";
import {
  bindKind,
  type Facts,
  type Kind,
  type Lost,
  type Manifest,
  type Resource,
  type Step,
} from "../kind.ts";
import { isAsCreated, observeLayers } from "./layer/observe.ts";
import { globalFirst, nameOf, naming, reference, type IsDeclared } from "./published/references.ts";

const spec = z.strictObject({
  defaultStyle: reference
    .optional()
    .describe(
      "Style it is drawn with, as workspace:name or name: a bare name is a global style, else one of the layer's workspace.",
    ),
  styles: z
    .array(reference)
    .optional()
    .describe("All other styles it may be drawn with; their order means nothing."),
  enabled: z.boolean().optional(),
  queryable: z.boolean().optional().describe("Whether clients may ask what lies at a point."),
  opaque: z.boolean().optional().describe("Whether it hides what lies below it."),
});

type Spec = z.infer<typeof spec>;

const FLAGS = ["enabled", "queryable", "opaque"] as const;

const kind: Kind<Spec, Manifest<Spec>> = {
  name: "Layer",
  manifest: {
    kind: "Layer",
    description:
      "How a layer is drawn. Stores publish layers; fields that are left out are left alone.",
    workspace: "required",
    spec,
  },
  weight: 60,
  exposes: true,
  comesAlong: true,
  fields: {
    defaultStyle: { onChange: "update", label: "default style" },
    styles: { onChange: "update", label: "styles" },
    enabled: { onChange: "update", label: "enabled" },
    queryable: { onChange: "update", label: "queryable" },
    opaque: { onChange: "update", label: "opaque" },
  },
  resolve: async (manifest) => ({
    resources: [declared(manifest, () => false)],
    sweeps: [],
    diagnostics: nameFaults(manifest, "layer"),
  }),
  settle: ({ payload }, isDeclared) => declared(payload, isDeclared),
  observe: observeLayers,
  create: async ({ address, facts }) => [setting(address, facts, "set")],
  update: async ({ resource: { address, facts }, live: { etag }, fields }) => {
    const { summary, request } = setting(address, pick(facts, fields), "change");
    return [{ summary, request: { ...request, ...ifMatch(etag) } }];
  },
  isLeftOf: (_before, now) => isAsCreated(now),
  restore,
};

function declared(manifest: Manifest<Spec>, isDeclared: IsDeclared): Resource<Manifest<Spec>> {
  const { name, workspace, locate } = manifest;
  const { defaultStyle, styles, ...flags } = manifest.spec;
  const meant = (text: string) => globalFirst("Style", text, { workspace, isDeclared });
  const first = defaultStyle === undefined ? [] : [meant(defaultStyle)];
  const others = (styles ?? []).map(meant);
  const flagsSaid = Object.entries(flags).filter(([, flag]) => flag !== undefined);
  const facts: Facts = {
    ...Object.fromEntries(first.map((style) => ["defaultStyle", nameOf(style)])),
    ...(styles === undefined ? {} : { styles: others.map(nameOf).toSorted(compareText) }),
    ...Object.fromEntries(flagsSaid),
  };
  const named = [
    ...others.map((style, index) => naming(style, locate(["spec", "styles", index]), workspace)),
    ...first.map((style) => naming(style, locate(["spec", "defaultStyle"]), workspace)),
  ];
  return {
    address: { kind: "Layer", workspace, name },
    facts,
    payload: manifest,
    requires: [...workspaceOf({ workspace }), ...first, ...others],
    named: new Map(named),
    where: locate(["metadata", "name"]),
  };
}

function pick(facts: Facts, fields: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([field]) => fields.includes(field)));
}

/** What a fresh layer has anyway is not sent. */
function restore(
  { address, facts: live }: Lost,
  declaredNow: Resource<Manifest<Spec>> | undefined,
): readonly Step[] {
  const facts: Facts = { ...live, ...declaredNow?.facts };
  if (isAsCreated(facts)) return [];
  const usual: Facts = { enabled: true, queryable: true, opaque: false };
  const telling = Object.entries(facts).filter(
    ([field, fact]) => fact !== usual[field] && !(Array.isArray(fact) && fact.length === 0),
  );
  return [setting(address, Object.fromEntries(telling), "restore")];
}

function setting(address: Address, facts: Facts, verb: "set" | "change" | "restore"): Step {
  const layer = qualifiedName(address.workspace, address.name);
  const { defaultStyle, styles } = facts;
  const flags = FLAGS.flatMap((flag) =>
    facts[flag] === undefined ? [] : [[flag, facts[flag] === true] as const],
  );
  const text = renderLayerInput({
    defaultStyle:
      typeof defaultStyle === "string" && defaultStyle !== ""
        ? splitQualifiedName(defaultStyle)
        : undefined,
    styles: Array.isArray(styles) ? styles.map(splitQualifiedName) : undefined,
    flags: Object.fromEntries(flags),
  });
  return {
    summary:
      verb === "restore" ? `give layer ${layer} its styles back` : `${verb} how ${layer} is drawn`,
    request: {
      method: "PUT",
      path: pathOf("layer", { layer }),
      mediaType: mediaTypes.xml,
      body: { kind: "text", text },
    },
  };
}

/** The kind `Layer`. */
export const layerKind = bindKind(kind);
