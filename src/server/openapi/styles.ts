/** Operations on styles and layers. */
import { layerDocument } from "../../model/layer.ts";
import { mediaTypes } from "../../wire/media.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import {
  creates,
  documentTypes,
  listOf,
  lists,
  objects,
  readableTypes,
  reads,
  recurse,
  removes,
  updates,
  zipTypes,
  type Operation,
  type Operations,
} from "./operation.ts";
import { layerGroupDocument, styleDocument } from "./written-documents.ts";

const contentTypes = [mediaTypes.sld, mediaTypes.se, mediaTypes.css];

const bodies = [...readableTypes, ...contentTypes, mediaTypes.publishedCss, ...zipTypes];

const packages: readonly CatalogErrorCode[] = ["zip-malformed", "zip-not-a-zip", "unlike-type"];

const create: Operation = {
  summary: "Create an entry by a document, or a style by its content or a package",
  query: {
    name: "Name of the style, instead of the one in the content",
    raw: "`true`: content is kept as sent",
  },
  takes: bodies,
  answers: { 201: "Created; the body is its name" },
  refuses: [
    "not-found",
    "field-missing",
    "style-entry-exists",
    "style-exists",
    "style-type-unknown-post",
    "bad-map-document",
    "bad-style-post",
    "bad-style-package",
    "sld-missing",
    ...packages,
  ],
};

const read = reads("Read the entry (.json, .xml) or the content (.sld, .css) of a style", {
  gives: [...documentTypes, ...contentTypes],
  answers: { 200: "The entry or the content" },
  refuses: ["style-untranslatable", "style-form", "style-unfound"],
});

const update = updates("Change the entry, or replace the content", {
  query: { raw: "`true`: content is taken unchecked" },
  takes: bodies,
  refuses: [
    "not-found",
    "style-missing",
    "default-style",
    "style-entry-exists",
    "style-type-unknown-put",
    "bad-map-document",
    "bad-style-put",
    "style-package-put",
    ...packages,
  ],
});

const remove = removes("Remove a style", {
  query: { ...recurse, purge: "`true`: its content goes too" },
  refuses: ["default-style", "style-in-use", "used-by-group"],
});

const layer = {
  label: "layer",
  listed: "layer",
  documents: [layerDocument],
  update: updates("Change a layer's styles and flags", {
    refuses: ["store-missing", "style-unresolved"],
  }),
  remove: removes("Remove a layer with its access rules", {
    query: recurse,
    refuses: ["used-by-group"],
  }),
};

const members: readonly CatalogErrorCode[] = [
  "not-found",
  "field-missing",
  "group-empty",
  "group-invalid",
  "group-member-unknown",
  "style-unresolved",
];

const group = {
  label: "layer group",
  listed: "layerGroup",
  documents: [layerGroupDocument],
  list: reads("List layer groups"),
  create: creates("Create a layer group", {
    refuses: [...members, "group-exists", "field-missing", "store-missing"],
  }),
  update: updates("Change a layer group", { refuses: [...members, "group-missing", "name-fixed"] }),
  remove: removes("Remove a layer group with its access rules", {
    refuses: ["group-missing", "used-by-group"],
  }),
};

const layers = objects("layer", { ...layer, list: lists("List layers") });
const workspaceLayers = objects("workspaceLayer", {
  ...layer,
  list: lists("List the layers of a workspace"),
});
const [groups, groupsOfWorkspace] = [
  objects("layerGroup", group),
  objects("workspaceLayerGroup", group),
];

const style = {
  label: "style",
  listed: "style",
  documents: [styleDocument],
  create,
  read,
  update,
  remove,
};

const list = listOf("style");

// Shared responses are named in the order of the paths.
export const styleOperations: Operations = {
  ...objects("style", { ...style, list: lists("List global styles") }),
  ...objects("workspaceStyle", { ...style, list: reads("List the styles of a workspace") }),
  shortWorkspaceStyles: {
    GET: { ...reads("List the styles of a workspace, by its short path"), documents: [list] },
  },
  layers: layers.layers,
  workspaceLayers: workspaceLayers.workspaceLayers,
  layer: layers.layer,
  workspaceLayer: workspaceLayers.workspaceLayer,
  layerGroups: groups.layerGroups,
  workspaceLayerGroups: groupsOfWorkspace.workspaceLayerGroups,
  layerGroup: groups.layerGroup,
  workspaceLayerGroup: groupsOfWorkspace.workspaceLayerGroup,
  layerStyles: {
    GET: lists("List the styles that a layer offers beside its default one", {
      documents: [list],
      refuses: ["store-missing"],
    }),
    POST: {
      summary: "Offer a style with a layer, and make it the default one",
      query: { default: "`true`: it becomes the default style too" },
      takes: readableTypes,
      documents: [styleDocument],
      answers: { 201: "Added; the body is its name" },
      refuses: ["not-found", "store-missing", "field-missing"],
    },
  },
};
