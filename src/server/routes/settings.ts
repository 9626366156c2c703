/** `/settings` and `/settings/contact` (docs/compatibility.md, "Settings"). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import type { GlobalSettings } from "../../model/settings.ts";
import type { RenderedDocument, Rendering } from "../../wire/document.ts";
import { routePattern } from "../../wire/paths.ts";
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
import { checkPreconditions } from "../plugins/conditional.ts";
import { reading } from "../plugins/errors.ts";
import { route, type Handlers } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendDone } from "./created.ts";

/** A document that shows all settings, or a part of them. */
interface SettingsDocument {
  readonly root: string;
  readonly read: (tree: Tree) => GlobalSettings;
  readonly render: (reader: CatalogReader) => Promise<(rendering: Rendering) => RenderedDocument>;
}

const whole: SettingsDocument = {
  root: "global",
  read: parseSettingsInput,
  render: async (reader) => {
    const settings = await globalSettings(reader);
    const revision = await reader.revision();
    return (rendering) => renderSettings(settings, revision, rendering);
  },
};

const contact: SettingsDocument = {
  root: "contact",
  read: parseContactInput,
  render: async (reader) => {
    const settings = await globalSettings(reader);
    return (rendering) => renderContact(settings, rendering);
  },
};

/** Registers the routes. */
export function settingsRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(app, routePattern("settings"), handlers(context, whole), options);
  route(app, routePattern("contact"), handlers(context, contact), options);
}

function handlers(context: ServerContext, document: SettingsDocument): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const render = await view(request, context, document.render);
      return sendDocument(request, reply, render(rendering), addressOf(document));
    },
    PUT: async (request, reply) => {
      const tree = documentBody(request, document.root);
      const input = reading("bad-document", "", () => document.read(tree));
      await change(request, context, async (writer) => {
        await checkMatch(request, context, { document, reader: writer });
        await changeSettings(writer, input);
      });
      return sendDone(reply);
    },
  };
}

function checkMatch(
  request: FastifyRequest,
  context: ServerContext,
  { document, reader }: { document: SettingsDocument; reader: CatalogReader },
) {
  return checkPreconditions(request, async () => {
    const render = await document.render(reader);
    return { of: addressOf(document), bodies: bothForms(request, context, render) };
  });
}

/** Whose a document is, for its ETag. */
function addressOf({ root }: SettingsDocument): Address {
  return { kind: "Settings", workspace: null, name: root };
}
