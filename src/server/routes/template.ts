/** `/templates` (docs/compatibility.md, "Templates"). The same files are at `/resource`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { resourceAddress } from "../../model/etag.ts";
import { http } from "../../model/limits.ts";
import { renderList } from "../../wire/document.ts";
import { essence, mediaTypes } from "../../wire/media.ts";
import { pathOf, routePattern, type PathName, type PathParameters } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import {
  findTemplate,
  listTemplates,
  templateFileOf,
  writeTemplate,
  type TemplateHome,
} from "../catalog/template.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { checkPreconditions, sendBody } from "../plugins/conditional.ts";
import { contentTypeOf, keptBodyOf, parameter, quoted, route } from "../plugins/methods.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { sendDone } from "./created.ts";
import { readDocument } from "./documents.ts";
import { workspaceOf } from "./place.ts";

const PATHS: readonly (readonly [PathName, PathName, TemplateHome["storeKind"]])[] = [
  ["templates", "template", "data-store"],
  ["workspaceTemplates", "workspaceTemplate", "data-store"],
  ["dataStoreTemplates", "dataStoreTemplate", "data-store"],
  ["featureTypeTemplates", "featureTypeTemplate", "data-store"],
  ["coverageStoreTemplates", "coverageStoreTemplate", "coverage-store"],
  ["coverageTemplates", "coverageTemplate", "coverage-store"],
];

/** Registers the routes. */
export function templateRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const [list, single, storeKind] of PATHS) {
    const home = (request: FastifyRequest, reader: CatalogReader) =>
      homeOf(request, reader, storeKind);
    const about = { context, home };
    const GET = readDocument(context, {
      find: async (reader, request) => {
        const names = await listTemplates(reader, await home(request, reader));
        return names.map((name) => ({ name, path: `${collectionOf(request, list)}/${name}` }));
      },
      render: (listed, rendering) => {
        const member =
          rendering.lists === "stock" ? "org.geoserver.rest.catalog.TemplateInfo" : "template";
        return renderList(`${member}s`, member, listed, rendering);
      },
    });
    route(app, routePattern(list), { GET }, { bodyLimit: http.documentBytes });
    route(
      app,
      routePattern(single),
      {
        GET: (request, reply) => read(request, reply, about),
        PUT: (request, reply) => write(request, reply, about),
        DELETE: (request, reply) => remove(request, reply, about),
      },
      { bodyLimit: http.documentBytes },
    );
  }
}

interface About {
  readonly context: ServerContext;
  readonly home: (request: FastifyRequest, reader: CatalogReader) => Promise<TemplateHome>;
}

async function homeOf(
  request: FastifyRequest,
  reader: CatalogReader,
  storeKind: TemplateHome["storeKind"],
): Promise<TemplateHome> {
  const written = parameter(request, "workspace");
  return {
    workspace: written === "" ? null : await workspaceOf(request, reader),
    storeKind,
    store: parameter(request, "store"),
    published: parameter(request, "featureType") || parameter(request, "coverage"),
  };
}

function collectionOf(request: FastifyRequest, list: PathName): string {
  return pathOf(list, request.params as PathParameters<PathName>);
}

/** Clients may omit the extension. */
function nameIn(request: FastifyRequest): string {
  return parameter(request, "template").replace(/\.ftl$/, "");
}

async function read(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, home }: About,
): Promise<FastifyReply> {
  return view(request, context, async (reader) => {
    const file = await findTemplate(reader, await home(request, reader), nameIn(request));
    if (file instanceof CatalogError) throw file;
    const body = await reader.content(file);
    const of = resourceAddress(file.path);
    return sendBody(request, reply, {
      contentType: mediaTypes.text,
      body,
      digest: file.digest,
      of,
    });
  });
}

async function write(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, home }: About,
): Promise<FastifyReply> {
  if (essence(contentTypeOf(request)) !== mediaTypes.text) {
    const message = `Content-Type '${quoted(contentTypeOf(request))}' is not supported; templates are ${mediaTypes.text}`;
    throw new CatalogError("wrong-media-type", message);
  }
  await change(request, context, async (writer) => {
    const own = await home(request, writer);
    await checkMatch(request, writer, templateFileOf(own, nameIn(request)));
    await writeTemplate(writer, own, { name: nameIn(request), bytes: keptBodyOf(request) });
  });
  return sendDone(reply, 201);
}

async function remove(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, home }: About,
): Promise<FastifyReply> {
  await change(request, context, async (writer) => {
    const own = await home(request, writer);
    await checkMatch(request, writer, templateFileOf(own, nameIn(request)));
    const file = await findTemplate(writer, own, nameIn(request));
    if (file instanceof CatalogError) throw file;
    await writer.removeFile(file.path);
  });
  return sendDone(reply);
}

function checkMatch(request: FastifyRequest, reader: CatalogReader, path: string) {
  return checkPreconditions(request, async () => {
    const file = await reader.file(path);
    return file && { of: resourceAddress(path), digests: [file.digest] };
  });
}
