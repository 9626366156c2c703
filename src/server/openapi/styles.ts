/** Operations on styles and layers. */
import { layerDocument } from "../../model/layer.ts";
import { mediaTypes } from "../../wire/media.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import {
  documentTypes,
  listOf,
  lists,
  objects,
  readableTypes,
  reads,
  recurse,
  zipTypes,
  type Operations,
} from "./operation.ts";
import { layerGroupDocument, styleDocument } from "./written-documents.ts";

const contentTypes = [mediaTypes.sld, mediaTypes.se, mediaTypes.css];

const bodies = [...readableTypes, ...contentTypes, mediaTypes.publishedCss, ...zipTypes];

const packages: readonly CatalogErrorCode[] = ["zip-malformed", "zip-not-a-zip", "unlike-type"];

const create = {
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
} as const;

const style = {
  documents: [styleDocument],
  create,
  read: {
    summary: "Read the entry (.json, .xml) or the content (.sld, .css) of a style",
    gives: [...documentTypes, ...contentTypes],
    answers: { 200: "The entry or the content" },
    refuses: ["style-untranslatable", "style-form", "style-unfound"],
  },
  update: {
    summary: "Change the entry, or replace the content",
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
  },
  remove: {
    query: { ...recurse, purge: "`true`: its content goes too" },
    refuses: ["default-style", "style-in-use", "used-by-group"],
  },
} as const;

const layer = {
  documents: [layerDocument],
  update: {
    summary: "Change a layer's styles and flags",
    refuses: ["store-missing", "style-unresolved"],
  },
  remove: {
    summary: "Remove a layer with its access rules",
    query: recurse,
    refuses: ["used-by-group"],
  },
} as const;

const members: readonly CatalogErrorCode[] = [
  "not-found",
  "field-missing",
  "group-empty",
  "group-invalid",
  "group-member-unknown",
  "style-unresolved",
];

const group = {
  documents: [layerGroupDocument],
  list: reads("List layer groups"),
  create: { refuses: [...members, "group-exists", "field-missing", "store-missing"] },
  update: { refuses: [...members, "group-missing", "name-fixed"] },
  remove: {
    summary: "Remove a layer group with its access rules",
    refuses: ["group-missing", "used-by-group"],
  },
} as const;

const layers = objects("layer", { ...layer, list: lists("List layers") });
const workspaceLayers = objects("layer", {
  ...layer,
  path: "workspaceLayer",
  list: lists("List the layers of a workspace"),
});
const groups = objects("layer-group", group);
const groupsOfWorkspace = objects("layer-group", { ...group, path: "workspaceLayerGroup" });

const list = listOf("style");

// Shared responses are named in the order of the paths.
export const styleOperations: Operations = {
  ...objects("style", { ...style, list: lists("List global styles") }),
  ...objects("style", {
    ...style,
    path: "workspaceStyle",
    list: reads("List the styles of a workspace"),
  }),
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
      summary: "Add a style to a layer, and make it the default",
      query: { default: "`true`: it becomes the default style too" },
      takes: readableTypes,
      documents: [styleDocument],
      answers: { 201: "Added; the body is its name" },
      refuses: ["not-found", "store-missing", "field-missing"],
    },
  },
};
