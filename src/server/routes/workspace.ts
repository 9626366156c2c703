/** `/workspaces` (docs/compatibility.md, "Workspaces and namespaces"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { objectPath } from "../../wire/paths.ts";
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
import { parameter, queryFlag } from "../plugins/methods.ts";
import { view } from "../plugins/unit-of-work.ts";
import { addressAs, documentRoutes, listObjects, type DocumentNoun } from "./documents.ts";

/** Registers the routes. */
export function workspaceRoutes(app: FastifyInstance, context: ServerContext): void {
  documentRoutes(app, context, {
    ...workspace,
    path: "workspace",
    list: listObjects(context, { record: "workspace" }),
    create: {
      parse: readInput,
      run: async (writer, input, request) => {
        const { name = "" } = input;
        const makeDefault = queryFlag(request, "default");
        await createWorkspace(writer, { ...input, name, makeDefault });
        return { name, path: objectPath("workspace", { name }) };
      },
    },
    update: {
      parse: readInput,
      run: async (writer, input, { request }) => {
        const name = parameter(request, "workspace");
        if (name === "default") await setDefaultWorkspace(writer, "workspace", input.name);
        else await updateWorkspace(writer, context.dialect, name, input);
      },
    },
    remove: {
      run: (writer, { request }) =>
        deleteWorkspace(writer, context.dialect, {
          name: parameter(request, "workspace"),
          recurse: queryFlag(request, "recurse"),
        }),
      around: async (request, remove) => {
        const homes = await view(request, context, (reader) => homesIn(reader, request));
        // Files stay; released files are not set aside by a start in between.
        if (queryFlag(request, "recurse"))
          for (const home of homes) await context.mosaicFiles.release(home);
        await remove();
      },
    },
  });
}

const workspace: DocumentNoun<Stored<"workspace">> = {
  address: addressAs("Workspace"),
  isKept: true,
  find: async (reader, request) => {
    const name = parameter(request, "workspace");
    const missing = () => new CatalogError("not-found", `No such workspace: '${name}' found`);
    return (await findWorkspace(reader, name)) ?? missing();
  },
  render: ({ name, value: { isolated, metadata }, created, modified }, rendering) => {
    const described = metadata && { metadata: new Map(Object.entries(metadata)) };
    return renderWorkspace({ name, isolated, ...described, created, modified }, rendering);
  },
};

function readInput(request: FastifyRequest) {
  return parseWorkspaceInput(documentBody(request, "workspace"));
}

async function homesIn(reader: CatalogReader, request: FastifyRequest) {
  const found = await findWorkspace(reader, parameter(request, "workspace"));
  return found === undefined ? [] : homesOf(reader, found.name);
}
