/** Operations on styles and layers. */
import { mediaTypes } from "../../wire/media.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import {
  creates,
  documentTypes,
  lists,
  readableTypes,
  reads,
  recurse,
  removes,
  updates,
  zipTypes,
  type Operation,
  type Operations,
} from "./operation.ts";

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
  GET: reads("Read a layer"),
  PUT: updates("Change a layer's styles and flags", {
    refuses: ["store-missing", "style-unresolved"],
  }),
  DELETE: removes("Remove a layer with its access rules", {
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

const groups = {
  GET: reads("List layer groups"),
  POST: creates("Create a layer group", {
    refuses: [...members, "group-exists", "field-missing", "store-missing"],
  }),
};

const group = {
  GET: reads("Read a layer group"),
  PUT: updates("Change a layer group", { refuses: [...members, "group-missing", "name-fixed"] }),
  DELETE: removes("Remove a layer group with its access rules", {
    refuses: ["group-missing", "used-by-group"],
  }),
};

export const styleOperations: Operations = {
  styles: { GET: lists("List global styles"), POST: create },
  style: { GET: read, PUT: update, DELETE: remove },
  workspaceStyles: { GET: reads("List the styles of a workspace"), POST: create },
  workspaceStyle: { GET: read, PUT: update, DELETE: remove },
  shortWorkspaceStyles: { GET: reads("List the styles of a workspace, by its short path") },
  layers: { GET: lists("List layers") },
  workspaceLayers: { GET: lists("List the layers of a workspace") },
  layer,
  workspaceLayer: layer,
  layerGroups: groups,
  workspaceLayerGroups: groups,
  layerGroup: group,
  workspaceLayerGroup: group,
  layerStyles: {
    GET: lists("List the styles that a layer offers beside its default one", {
      refuses: ["store-missing"],
    }),
    POST: {
      summary: "Offer a style with a layer, and make it the default one",
      query: { default: "`true`: it becomes the default style too" },
      takes: readableTypes,
      answers: { 201: "Added; the body is its name" },
      refuses: ["not-found", "store-missing", "field-missing"],
    },
  },
};
