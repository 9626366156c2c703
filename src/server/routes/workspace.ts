/** `/workspaces` (docs/compatibility.md, "Workspaces and namespaces"). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import { renderList, type Rendering } from "../../wire/document.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import { parseWorkspaceInput, renderWorkspace } from "../../wire/workspace.ts";
import { CatalogError } from "../catalog/errors.ts";
import { homesOf } from "../catalog/mosaic.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import {
  createWorkspace,
  deleteWorkspace,
  findWorkspace,
  setDefaultWorkspace,
  updateWorkspace,
} from "../catalog/workspace.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { parameter, queryFlag, route, type Handlers } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendCreated, sendDone } from "./created.ts";

/** Registers the routes. */
export function workspaceRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(app, routePattern("workspaces"), collection(context), options);
  route(app, routePattern("workspace"), single(context), options);
}

function collection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const found = await view(request, context, (reader) => reader.list("workspace", null));
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("workspace", { workspace: name }),
      }));
      return sendDocument(request, reply, renderList("workspaces", "workspace", listed, rendering));
    },
    POST: async (request, reply) => {
      const input = parseWorkspaceInput(documentBody(request, "workspace"));
      const name = input.name ?? "";
      const makeDefault = queryFlag(request, "default");
      await change(request, context, (writer) =>
        createWorkspace(writer, { ...input, name, makeDefault }),
      );
      return sendCreated(request, reply, name, pathOf("workspace", { workspace: name }));
    },
  };
}

function single(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const found = await view(request, context, (reader) =>
        requireWorkspace(reader, parameter(request, "workspace")),
      );
      return sendDocument(request, reply, render(found, rendering), addressOf(found));
    },
    PUT: async (request, reply) => {
      const name = parameter(request, "workspace");
      const input = parseWorkspaceInput(documentBody(request, "workspace"));
      await change(request, context, async (writer) => {
        await checkMatch(request, context, writer);
        if (name === "default") await setDefaultWorkspace(writer, "workspace", input.name);
        else await updateWorkspace(writer, context.dialect, name, input);
      });
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      const name = parameter(request, "workspace");
      const homes = await view(request, context, async (reader) => {
        const found = await findWorkspace(reader, name);
        return found === undefined ? [] : homesOf(reader, found.name);
      });
      // Files stay; a start in between must not take them for forgotten ones.
      if (queryFlag(request, "recurse"))
        for (const home of homes) await context.mosaicFiles.release(home);
      await change(request, context, async (writer) => {
        await checkMatch(request, context, writer);
        await deleteWorkspace(writer, name, { recurse: queryFlag(request, "recurse") });
      });
      return sendDone(reply);
    },
  };
}

async function requireWorkspace(reader: CatalogReader, name: string): Promise<Stored<"workspace">> {
  const found = await findWorkspace(reader, name);
  if (found === undefined)
    throw new CatalogError("not-found", `No such workspace: '${name}' found`);
  return found;
}

function render(workspace: Stored<"workspace">, rendering: Rendering) {
  const { name, value, created, modified } = workspace;
  return renderWorkspace({ name, isolated: value.isolated, created, modified }, rendering);
}

function checkMatch(request: FastifyRequest, context: ServerContext, reader: CatalogReader) {
  return checkPreconditions(request, async () => {
    const found = await findWorkspace(reader, parameter(request, "workspace"));
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
  return { kind: "Workspace", workspace, name };
}
