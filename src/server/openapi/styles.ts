/** Operations on styles and layers. */
import { mediaTypes } from "../../wire/media.ts";
import {
  creates,
  documentTypes,
  lists,
  reads,
  recurse,
  removes,
  updates,
  type Operation,
  type Operations,
} from "./operation.ts";

const bodies = [
  ...documentTypes,
  mediaTypes.textXml,
  mediaTypes.sld,
  mediaTypes.se,
  mediaTypes.css,
  mediaTypes.zip,
];

const create: Operation = {
  summary: "Create an entry by a document, or a style by its content or a package",
  query: {
    name: "Name of the style, instead of the one in the content",
    raw: "`true`: content is kept as sent",
  },
  takes: bodies,
  answers: {
    201: "Created; the body is its name",
    400: "The content cannot be read",
    403: "The package holds no SLD",
    409: "A style of that name is there",
    415: "The content type is not known",
  },
};

const read: Operation = {
  summary: "Read the entry (.json, .xml) or the content (.sld, .css) of a style",
  gives: [...documentTypes, mediaTypes.sld, mediaTypes.se, mediaTypes.css],
  answers: {
    200: "The entry or the content",
    404: "No such style",
    406: "The style is written in another language",
  },
};

const update = updates("Change the entry, or replace the content", {
  query: { raw: "`true`: content is taken unchecked" },
  takes: bodies,
  answers: { 415: "The content type is not known" },
});

const remove = removes("Remove a style", {
  query: { ...recurse, purge: "`true`: its content goes too" },
});

const layer = {
  GET: reads("Read a layer"),
  PUT: updates("Change a layer's styles and flags", { answers: { 422: "A style does not exist" } }),
  DELETE: removes("Remove a layer with its access rules", { query: recurse }),
};

const groups = {
  GET: reads("List layer groups"),
  POST: creates("Create a layer group", {
    answers: { 422: "A layer, group or style does not exist" },
  }),
};

const group = {
  GET: reads("Read a layer group"),
  PUT: updates("Change a layer group", {
    answers: { 403: "Its name or workspace cannot change", 422: "A member does not exist" },
  }),
  DELETE: removes("Remove a layer group with its access rules"),
};

/** The descriptions. */
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
    GET: reads("List the styles that a layer offers beside its default one"),
    POST: {
      summary: "Offer a style with a layer, or make it the default one",
      query: { default: "`true`: it becomes the default style" },
      takes: documentTypes,
      answers: { 201: "Added; the body is its name", 404: "No such layer or style" },
    },
  },
};
