/** `/namespaces` (docs/compatibility.md, "Workspaces and namespaces"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseNamespaceInput, renderNamespace } from "../../wire/namespace.ts";
import { objectPath } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import {
  createNamespace,
  deleteNamespace,
  findWorkspace,
  setDefaultWorkspace,
  updateNamespace,
} from "../catalog/workspace.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { parameter } from "../plugins/methods.ts";
import { addressAs, documentRoutes, listObjects, type DocumentNoun } from "./documents.ts";

/** Registers the routes. */
export function namespaceRoutes(app: FastifyInstance, context: ServerContext): void {
  documentRoutes(app, context, {
    ...namespace,
    path: "namespace",
    list: listObjects(context, { record: "workspace", member: "namespace" }),
    create: {
      parse: (request) => {
        const { prefix = "", uri, isolated } = readInput(request);
        if (uri === undefined)
          throw new CatalogError("field-missing", "The namespace URI is missing");
        return { prefix, uri, isolated };
      },
      run: async (writer, input) => {
        await createNamespace(writer, input);
        return { name: input.prefix, path: objectPath("namespace", { name: input.prefix }) };
      },
    },
    update: {
      parse: readInput,
      run: async (writer, input, { request }) => {
        const prefix = parameter(request, "namespace");
        if (prefix === "default") await setDefaultWorkspace(writer, "namespace", input.prefix);
        else await updateNamespace(writer, context.dialect, prefix, input);
      },
    },
    remove: {
      run: (writer, { request }) =>
        deleteNamespace(writer, context.dialect, parameter(request, "namespace")),
    },
  });
}

const namespace: DocumentNoun<Stored<"workspace">> = {
  address: addressAs("Namespace"),
  isKept: true,
  find: async (reader, request) => {
    const prefix = parameter(request, "namespace");
    const missing = () => new CatalogError("not-found", `No such namespace: '${prefix}' found`);
    return (await findWorkspace(reader, prefix)) ?? missing();
  },
  render: ({ name, value }, rendering) => renderNamespace({ prefix: name, ...value }, rendering),
};

function readInput(request: FastifyRequest) {
  return parseNamespaceInput(documentBody(request, "namespace"));
}
