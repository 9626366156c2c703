/** Settings, contact, logging and settings of workspaces (docs/compatibility.md, "Settings"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SettingValues, SettingsPatch } from "../../model/setting.ts";
import type { WorkspaceSettings } from "../../model/settings.ts";
import { parseLoggingInput, renderLogging } from "../../wire/logging.ts";
import {
  parseContactInput,
  parseSettingsInput,
  parseWorkspaceSettingsInput,
  renderContact,
  renderSettings,
  renderWorkspaceSettings,
} from "../../wire/settings.ts";
import type { Tree } from "../../wire/tree.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { changeLogging, findLogging } from "../catalog/logging.ts";
import {
  changeContact,
  changeSettings,
  changeWorkspaceSettings,
  createWorkspaceSettings,
  globalSettings,
  noSettings,
  removeWorkspaceSettings,
  workspaceSettings,
  type SettingsOwner,
} from "../catalog/settings.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import { parameter, type Handlers } from "../plugins/methods.ts";
import {
  changeDocument,
  createDocument,
  documentRoute,
  readDocument,
  removeDocument,
  type DocumentNoun,
} from "./documents.ts";

interface SettingsDocument<Found> extends DocumentNoun<Found> {
  readonly root: string;
  readonly read: (tree: Tree) => SettingsPatch;
  readonly run: (writer: CatalogWriter, dialect: Dialect, patch: SettingsPatch) => Promise<void>;
}

interface FoundSettings {
  readonly settings: SettingValues;
  readonly revision: number;
}

async function find(reader: CatalogReader): Promise<FoundSettings> {
  return { settings: await globalSettings(reader), revision: await reader.revision() };
}

function addressOf(name: string, kind = "Settings") {
  return () => ({ kind, workspace: null, name });
}

const whole: SettingsDocument<FoundSettings> = {
  root: "global",
  read: parseSettingsInput,
  run: changeSettings,
  address: addressOf("global"),
  find,
  render: ({ settings, revision }, rendering) => renderSettings(settings, revision, rendering),
};

const contact: SettingsDocument<FoundSettings> = {
  root: "contact",
  read: parseContactInput,
  run: changeContact,
  address: addressOf("contact"),
  find,
  render: ({ settings }, rendering) => renderContact(settings, rendering),
};

const logging: SettingsDocument<SettingValues> = {
  root: "logging",
  read: parseLoggingInput,
  run: changeLogging,
  address: addressOf("logging", "Logging"),
  find: findLogging,
  render: renderLogging,
};

/** Registers the routes. */
export function settingsRoutes(app: FastifyInstance, context: ServerContext): void {
  documentRoute(app, "settings", handlers(context, whole));
  documentRoute(app, "contact", handlers(context, contact));
  documentRoute(app, "logging", handlers(context, logging));
  documentRoute(app, "workspaceSettings", workspaceHandlers(context));
}

function workspaceHandlers(context: ServerContext): Handlers {
  const ownerIn = (request: FastifyRequest): SettingsOwner => ({
    dialect: context.dialect,
    workspace: parameter(request, "workspace"),
  });
  const parse = (request: FastifyRequest) =>
    bodyOf(request, "settings", parseWorkspaceSettingsInput);
  const shown: DocumentNoun<WorkspaceSettings> = {
    address: ({ workspace }) => ({ kind: "Settings", workspace, name: "settings" }),
    find: (reader, request) => workspaceSettings(reader, ownerIn(request)),
    render: renderWorkspaceSettings,
  };
  const own: DocumentNoun<WorkspaceSettings> = {
    ...shown,
    // Defaults shown for missing settings are not an object for preconditions.
    find: async (reader, request) => {
      const found = await workspaceSettings(reader, ownerIn(request));
      return found.owner === undefined ? noSettings(ownerIn(request)) : found;
    },
  };
  return {
    GET: readDocument(context, shown),
    POST: createDocument(context, {
      parse,
      run: async (writer, input, request) => {
        const of = ownerIn(request);
        await createWorkspaceSettings(writer, of, input);
        return { name: of.workspace };
      },
    }),
    PUT: changeDocument(context, own, {
      parse,
      run: (writer, input, { request }) => changeWorkspaceSettings(writer, ownerIn(request), input),
    }),
    DELETE: removeDocument(context, own, {
      run: (writer, { request }) => removeWorkspaceSettings(writer, ownerIn(request)),
    }),
  };
}

function handlers<Found>(context: ServerContext, document: SettingsDocument<Found>): Handlers {
  return {
    GET: readDocument(context, document),
    PUT: changeDocument(context, document, {
      parse: (request) => bodyOf(request, document.root, document.read),
      run: (writer, patch) => document.run(writer, context.dialect, patch),
    }),
  };
}

function bodyOf(
  request: FastifyRequest,
  root: string,
  read: (tree: Tree) => SettingsPatch,
): SettingsPatch {
  const tree = documentBody(request, root);
  return reading("bad-document", "", () => read(tree));
}
