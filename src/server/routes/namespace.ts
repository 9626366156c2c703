/** `/namespaces` (docs/compatibility.md, "Workspaces and namespaces"). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import { renderList, type Rendering } from "../../wire/document.ts";
import { parseNamespaceInput, renderNamespace } from "../../wire/namespace.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import {
  createNamespace,
  deleteNamespace,
  findWorkspace,
  setDefaultWorkspace,
  updateNamespace,
} from "../catalog/workspace.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { parameter, route, type Handlers } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendCreated, sendDone } from "./created.ts";

/** Registers the routes. */
export function namespaceRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(app, routePattern("namespaces"), collection(context), options);
  route(app, routePattern("namespace"), single(context), options);
}

function collection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const found = await view(request, context, (reader) => reader.list("workspace", null));
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("namespace", { namespace: name }),
      }));
      return sendDocument(request, reply, renderList("namespaces", "namespace", listed, rendering));
    },
    POST: async (request, reply) => {
      const {
        prefix = "",
        uri,
        isolated,
      } = parseNamespaceInput(documentBody(request, "namespace"));
      if (uri === undefined)
        throw new CatalogError("field-missing", "The namespace URI is missing");
      await change(request, context, (writer) =>
        createNamespace(writer, { prefix, uri, isolated }),
      );
      return sendCreated(request, reply, prefix, pathOf("namespace", { namespace: prefix }));
    },
  };
}

function single(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const prefix = parameter(request, "namespace");
      const found = await view(request, context, (reader) => findWorkspace(reader, prefix));
      if (found === undefined)
        throw new CatalogError("not-found", `No such namespace: '${prefix}' found`);
      return sendDocument(request, reply, render(found, rendering), addressOf(found));
    },
    PUT: async (request, reply) => {
      const prefix = parameter(request, "namespace");
      const input = parseNamespaceInput(documentBody(request, "namespace"));
      await change(request, context, async (writer) => {
        await checkMatch(request, context, writer);
        if (prefix === "default") await setDefaultWorkspace(writer, "namespace", input.prefix);
        else await updateNamespace(writer, context.dialect, prefix, input);
      });
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      await change(request, context, async (writer) => {
        await checkMatch(request, context, writer);
        await deleteNamespace(writer, parameter(request, "namespace"));
      });
      return sendDone(reply);
    },
  };
}

function render(workspace: Stored<"workspace">, rendering: Rendering) {
  return renderNamespace({ prefix: workspace.name, ...workspace.value }, rendering);
}

function checkMatch(request: FastifyRequest, context: ServerContext, reader: CatalogReader) {
  return checkPreconditions(request, async () => {
    const found = await findWorkspace(reader, parameter(request, "namespace"));
    return (
      found && {
        of: addressOf(found),
        bodies: bothForms(request, context, (rendering) => render(found, rendering)),
      }
    );
  });
}

/** Whose a document is, for its ETag. */
function addressOf({ workspace, name }: Stored<"workspace">): Address {
  return { kind: "Namespace", workspace, name };
}
