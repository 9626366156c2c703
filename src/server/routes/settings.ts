/** `/settings` and `/settings/contact` (docs/compatibility.md, "Settings"). */
import type { FastifyInstance } from "fastify";
import type { GlobalSettings } from "../../model/settings.ts";
import {
  parseContactInput,
  parseSettingsInput,
  renderContact,
  renderSettings,
} from "../../wire/settings.ts";
import type { Tree } from "../../wire/tree.ts";
import { changeSettings, globalSettings } from "../catalog/settings.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import type { Handlers } from "../plugins/methods.ts";
import { changeDocument, documentRoute, readDocument, type DocumentNoun } from "./documents.ts";

/** A document that shows all settings, or a part of them. */
interface SettingsDocument extends DocumentNoun<FoundSettings> {
  readonly root: string;
  readonly read: (tree: Tree) => GlobalSettings;
}

interface FoundSettings {
  readonly settings: GlobalSettings;
  /** Of the catalog. */
  readonly revision: number;
}

async function find(reader: CatalogReader): Promise<FoundSettings> {
  return { settings: await globalSettings(reader), revision: await reader.revision() };
}

function addressOf(name: string) {
  return () => ({ kind: "Settings", workspace: null, name });
}

const whole: SettingsDocument = {
  root: "global",
  read: parseSettingsInput,
  address: addressOf("global"),
  find,
  render: ({ settings, revision }, rendering) => renderSettings(settings, revision, rendering),
};

const contact: SettingsDocument = {
  root: "contact",
  read: parseContactInput,
  address: addressOf("contact"),
  find,
  render: ({ settings }, rendering) => renderContact(settings, rendering),
};

/** Registers the routes. */
export function settingsRoutes(app: FastifyInstance, context: ServerContext): void {
  documentRoute(app, "settings", handlers(context, whole));
  documentRoute(app, "contact", handlers(context, contact));
}

function handlers(context: ServerContext, document: SettingsDocument): Handlers {
  return {
    GET: readDocument(context, document),
    PUT: changeDocument(context, document, {
      parse: (request) => {
        const tree = documentBody(request, document.root);
        return reading("bad-document", "", () => document.read(tree));
      },
      run: changeSettings,
    }),
  };
}
