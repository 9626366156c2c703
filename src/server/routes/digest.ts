/**
 * `/plumbline/digest`: what reconcilers compare first. Content is looked into once, when it is
 * asked for; what was found is kept with the content (docs/compatibility.md, "Digests").
 */
import { setImmediate as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { digest as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { digestKinds, type DigestKind } from "../../model/object-digest.ts";
import { digestStream } from "../../model/digest.ts";
import { contentIdentity } from "../../wire/content-identity.ts";
import { digestPieces } from "../../wire/digest.ts";
import { mediaTypes } from "../../wire/media.ts";
import { routePattern } from "../../wire/paths.ts";
import {
  contentFolder,
  isComplete,
  objectDigests,
  styleDigester,
  unreadFiles,
} from "../catalog/digest.ts";
import { CatalogError } from "../catalog/errors.ts";
import { inSlices } from "../catalog/slices.ts";
import type { CatalogReader, StoredFile } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { sendBody, type Body } from "../plugins/conditional.ts";
import { keepAnswer } from "../plugins/keeping.ts";
import { query, route } from "../plugins/methods.ts";
import { requireJson } from "../plugins/representation.ts";
import { view } from "../plugins/unit-of-work.ts";

/** Files whose content is held in memory together. */
const BATCH = 16;

/** Folders of which is remembered what nobody has looked into yet. */
const FOLDERS = 16;

/** Registers the route. */
export function digestRoutes(app: FastifyInstance, context: ServerContext): void {
  const digester = styleDigester();
  // What is changed meanwhile is not among them: they are listed anew once all were taken.
  const unread = recent<StoredFile[]>(FOLDERS);
  const list = async (request: FastifyRequest, folder: string) => {
    const files = await view(request, context, (reader) => unreadFiles(reader, folder));
    unread.keep(folder, files);
    return files;
  };
  route(app, routePattern("digest"), {
    GET: async (request, reply) => {
      requireJson(request);
      const kind = kindOf(request);
      const workspace = query(request, "workspace") || null;
      const folder = contentFolder(kind, workspace);
      const read = () =>
        view(request, context, (reader) => objectDigests(reader, { kind, workspace }, digester));
      const left = folder === undefined ? [] : (unread.get(folder) ?? []);
      // Of many objects digests take as long as looking into some hundred, so they are not made twice.
      let found = left.length === 0 ? await read() : undefined;
      if (folder !== undefined && (found === undefined || !isComplete(found))) {
        await lookInto(request, context, left.length > 0 ? left : await list(request, folder));
        found = undefined;
      }
      found ??= await read();
      // What contents mean is no change of the catalog: until all is known, the next answer says more.
      if (isComplete(found)) keepAnswer(request);
      return sendBody(request, reply, await rendered({ kind, workspace }, found));
    },
  });
}

/** The document with its digest, made in slices. */
async function rendered(...[scope, found]: Parameters<typeof digestPieces>): Promise<Body> {
  const pieces: string[] = [];
  const stream = digestStream();
  await inSlices(digestPieces(scope, found), (piece) => {
    stream.update(Buffer.from(piece));
    pieces.push(piece);
  });
  return { contentType: mediaTypes.json, body: pieces.join(""), digest: stream.end() };
}

function kindOf(request: FastifyRequest): DigestKind {
  const asked = query(request, "kind") ?? "";
  const kind = digestKinds.find((name) => name === asked);
  if (kind !== undefined) return kind;
  const message = `kind is ${JSON.stringify(asked)}; it must be one of ${digestKinds.join(", ")}`;
  throw new CatalogError("kind-unknown", message);
}

/** Takes files and works out what they mean, for a bounded time; what is left waits for the next request. */
async function lookInto(
  request: FastifyRequest,
  context: ServerContext,
  left: StoredFile[],
): Promise<void> {
  const until = performance.now() + limits.workMs;
  const found = new Map<string, string>();
  try {
    while (left.length > 0 && performance.now() < until) {
      const batch = left.splice(-BATCH);
      const contents = await view(request, context, (reader) => contentsOf(reader, batch));
      for (const { path, digest, content } of contents) {
        found.set(digest, contentIdentity(path, content));
        // Other requests get their turn between two documents.
        await pause();
      }
    }
  } finally {
    // Together, because each time it is kept the disk is waited for.
    if (found.size > 0) await context.catalog.keepIdentities(found);
  }
}

/** Contents of files, but for those that were replaced or removed since they were listed. */
async function contentsOf(reader: CatalogReader, files: readonly StoredFile[]) {
  const contents: (StoredFile & { readonly content: Uint8Array })[] = [];
  for (const file of files) {
    const now = await reader.file(file.path);
    if (now?.digest === file.digest)
      contents.push({ ...file, content: await reader.content(file) });
  }
  return contents;
}
