/** `/services/{service}/settings` and those of workspaces (docs/compatibility.md, "Services"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isServiceName, type ServiceName } from "../../model/service.ts";
import { parseServiceInput, renderService } from "../../wire/service.ts";
import { CatalogError } from "../catalog/errors.ts";
import {
  changeService,
  checkWorkspace,
  findService,
  removeService,
  type Service,
} from "../catalog/service.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { noEndpoint, reading } from "../plugins/errors.ts";
import { parameter } from "../plugins/methods.ts";
import {
  changeDocument,
  documentRoute,
  readDocument,
  removeDocument,
  type DocumentNoun,
} from "./documents.ts";

const service: DocumentNoun<Service> = {
  address: ({ service: name, workspace }) => ({ kind: "Service", workspace, name }),
  find: async (reader, request) => {
    const key = keyIn(request);
    if (key.workspace !== null) await checkWorkspace(reader, key.workspace);
    const missing = `Service does not exist for workspace ${key.workspace ?? ""}`;
    return (await findService(reader, key)) ?? new CatalogError("not-found", missing);
  },
  render: renderService,
};

/** Registers the routes. */
export function serviceRoutes(app: FastifyInstance, context: ServerContext): void {
  const GET = readDocument(context, service);
  const PUT = changeDocument(context, service, {
    parse: (request) => {
      const name = serviceIn(request);
      const tree = documentBody(request, name);
      return reading("bad-document", "", () => parseServiceInput(name, tree));
    },
    run: (writer, input, { request }) =>
      changeService(writer, context.dialect, keyIn(request), input),
  });
  const DELETE = removeDocument(context, service, {
    run: (writer, { request }) => removeService(writer, keyIn(request)),
  });
  documentRoute(app, "service", { GET, PUT });
  documentRoute(app, "workspaceService", { GET, PUT, DELETE });
}

function keyIn(request: FastifyRequest) {
  return { service: serviceIn(request), workspace: parameter(request, "workspace") || null };
}

function serviceIn(request: FastifyRequest): ServiceName {
  const name = parameter(request, "ows");
  if (isServiceName(name)) return name;
  throw new CatalogError("no-endpoint", noEndpoint(request));
}
