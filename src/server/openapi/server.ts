/** Operations on the server itself and on its data directory. */
import { loggingSettings } from "../../model/logging.ts";
import { serviceNames, serviceSettings } from "../../model/service.ts";
import { globalSettingTable, workspaceSettingTable } from "../../model/settings.ts";
import { contactTable } from "../../model/settings/contact.ts";
import { mediaTypes } from "../../wire/media.ts";
import {
  creates,
  documentTypes,
  lists,
  reads,
  removes,
  updates,
  withDocuments,
  type Operation,
  type Operations,
} from "./operation.ts";

const components = {
  manifest: "Name of a component; `.*` matches any text",
  from: "First name",
  to: "Last name",
  key: "A property that components must have",
  value: "The value of a property",
};

const services = serviceNames.map((root) => ({ root, settings: serviceSettings[root] }));

function forgets(summary: string): Operation {
  return { summary, answers: { 200: "Done" } };
}

const read: Operation = {
  summary: "Read a file, list a folder, or read the metadata of either",
  query: {
    operation: "`default` or `metadata`",
    format: "`html`, `xml` or `json`, for folders and metadata",
  },
  gives: ["*/*", ...documentTypes, "text/html"],
  answers: { 200: "The file, the listing or the metadata" },
  refuses: ["not-found", "operation-unknown", "resource-form", "too-large"],
};

const write: Operation = {
  summary: "Write a file, or move or copy the file that the body names",
  query: { operation: "`default`, `move` or `copy`" },
  takes: ["*/*"],
  answers: { 201: "Written" },
  refuses: [
    "not-found",
    "operation-unknown",
    "resource-form",
    "directory-write",
    "folder-copy",
    "bad-style-put",
    "bad-mapping",
    "rule-invalid",
    "mode-invalid",
    "precondition-failed",
  ],
};

const remove = removes("Remove a file, or a folder with all in it", {
  refuses: ["directory-write"],
});

const templateList = { GET: reads("List the templates of output formats") };

const template = {
  GET: {
    summary: "Read a template of output formats",
    gives: [mediaTypes.text],
    answers: { 200: "The template" },
    refuses: ["not-found", "name-invalid"],
  },
  PUT: {
    summary: "Write a template of output formats",
    takes: [mediaTypes.text],
    answers: { 201: "Written" },
    refuses: ["not-found", "name-invalid", "wrong-media-type", "precondition-failed"],
  },
  DELETE: removes("Remove a template of output formats"),
} satisfies Operations["template"];

export const serverOperations: Operations = {
  version: {
    GET: lists("List the versions", {
      query: components,
    }),
  },
  manifest: {
    GET: lists("List the components of the server", { query: components }),
  },
  statuses: { GET: lists("List the parts whose status can be read") },
  status: { GET: reads("Read the status of one part") },
  systemStatus: { GET: lists("Read the figures of the machine") },
  reload: { POST: forgets("Read the catalog again"), PUT: forgets("Read the catalog again") },
  reset: { POST: forgets("Reset the caches"), PUT: forgets("Reset the caches") },
  settings: withDocuments([{ root: "global", settings: globalSettingTable }], {
    GET: lists("Read the global settings, with the change counter"),
    PUT: updates("Change the global settings"),
  }),
  logging: withDocuments([{ root: "logging", settings: loggingSettings }], {
    GET: reads("Read the logging settings"),
    PUT: updates("Change the logging settings"),
  }),
  service: withDocuments(services, {
    GET: reads("Read the settings of a service", { refuses: ["no-endpoint"] }),
    PUT: updates("Change the settings of a service", { refuses: ["no-endpoint"] }),
  }),
  workspaceService: withDocuments(services, {
    GET: reads("Read the settings of a service of a workspace", { refuses: ["no-endpoint"] }),
    PUT: updates("Change them, or make such a service", {
      refuses: ["no-endpoint", "not-found"],
    }),
    DELETE: removes("Remove a service of a workspace", { refuses: ["no-endpoint"] }),
  }),
  contact: withDocuments([{ root: "contact", settings: contactTable }], {
    GET: lists("Read the contact"),
    PUT: updates("Change the contact"),
  }),
  workspaceSettings: withDocuments([{ root: "settings", settings: workspaceSettingTable }], {
    GET: reads("Read the settings of a workspace; what has no `workspace` in it is not its own", {
      refuses: ["settings-missing"],
    }),
    POST: creates("Make settings for a workspace", {
      answers: { 201: "Made; the body is the name of the workspace" },
      refuses: ["settings-missing", "settings-exist"],
    }),
    PUT: updates("Change them, or make them", { refuses: ["settings-missing"] }),
    DELETE: removes("Remove the settings of a workspace", { refuses: ["settings-missing"] }),
  }),
  digest: {
    GET: {
      summary: "Digests of all objects of one kind in one scope, or of several together",
      query: {
        kind: "Kind of object",
        workspace: "Workspace of that kind; the global scope without",
        scopes:
          "Kinds, each with a workspace after a colon, by commas; all there are without any of the three",
        look: "`false`: no further content is examined",
      },
      gives: [mediaTypes.json],
      answers: { 200: "Names and digests" },
      refuses: ["kind-unknown"],
    },
  },
  openApi: {
    GET: {
      summary: "This document",
      gives: [mediaTypes.json],
      answers: { 200: "The interface as OpenAPI 3.1" },
    },
  },
  fonts: { GET: reads("List the fonts in files beside styles") },
  templates: templateList,
  template,
  workspaceTemplates: templateList,
  workspaceTemplate: template,
  dataStoreTemplates: templateList,
  dataStoreTemplate: template,
  featureTypeTemplates: templateList,
  featureTypeTemplate: template,
  coverageStoreTemplates: templateList,
  coverageStoreTemplate: template,
  coverageTemplates: templateList,
  coverageTemplate: template,
  resources: { GET: read, PUT: write, DELETE: remove },
  resource: { GET: read, PUT: write, DELETE: remove },
};
