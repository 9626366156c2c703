/**
 * `/plumbline/digest`: what reconcilers compare first. Content is looked into once, when it is
 * asked for; what was found is kept with the content (docs/compatibility.md, "Digests").
 */
import { setImmediate as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { digest as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { digestKinds, type DigestScope, type ScopeDigests } from "../../model/object-digest.ts";
import { digestStream } from "../../model/digest.ts";
import { contentIdentity } from "../../wire/content-identity.ts";
import { digestPieces, parseScopes, togetherPieces } from "../../wire/digest.ts";
import { mediaTypes } from "../../wire/media.ts";
import { routePattern } from "../../wire/paths.ts";
import {
  contentFolder,
  digestScopes,
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
import { leave, view } from "../plugins/unit-of-work.ts";

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
      const asked = askedFor(request);
      const read = () => view(request, context, (reader) => digestsOf(reader, asked, digester));
      if (query(request, "look")?.trim().toLowerCase() === "false") {
        // It is asked for what objects hold; of what they mean it may say less than is known by now.
        keepAnswer(request);
        return sendBody(request, reply, await rendered(documentOf(asked, await read())));
      }
      const isWaiting = (folder: string) => (unread.get(folder) ?? []).length > 0;
      let folders: readonly string[] = (
        asked === "all" ? [...unread.entries()].map(([folder]) => folder) : foldersOf(asked.scopes)
      ).filter(isWaiting);
      // Of many objects digests take as long as looking into some hundred, so they are not made twice.
      let found = folders.length === 0 ? await read() : undefined;
      if (found !== undefined)
        folders = foldersOf(found.filter(([, one]) => !isComplete(one)).map(([scope]) => scope));
      // The time is for looking: were it to begin before a read that takes longer, nothing would ever be known.
      const until = performance.now() + limits.workMs;
      for (const folder of folders) {
        if (performance.now() >= until) break;
        const left = isWaiting(folder) ? unread.get(folder) : await list(request, folder);
        await lookInto(request, context, { left: left ?? [], until });
        found = undefined;
      }
      found ??= await read();
      // What contents mean is no change of the catalog: until all is known, the next answer says more.
      if (found.every(([, one]) => isComplete(one))) keepAnswer(request);
      return sendBody(request, reply, await rendered(documentOf(asked, found)));
    },
  });
}

/** What a request is about: one scope, several, or all that there are. */
type Asked = "all" | { readonly scopes: readonly DigestScope[]; readonly isAlone: boolean };

/** A scope that was asked for alone is the document; several are in one. */
function documentOf(
  asked: Asked,
  found: readonly (readonly [DigestScope, ScopeDigests])[],
): Iterable<string> {
  const [first] = found;
  const isAlone = asked !== "all" && asked.isAlone && first !== undefined;
  return isAlone ? digestPieces(...first) : togetherPieces(found);
}

/** All digests of one state of the catalog. */
async function digestsOf(
  reader: CatalogReader,
  asked: Asked,
  digester: ReturnType<typeof styleDigester>,
): Promise<readonly (readonly [DigestScope, ScopeDigests])[]> {
  const found: [DigestScope, ScopeDigests][] = [];
  const scopes = asked === "all" ? await digestScopes(reader) : asked.scopes;
  for (const scope of scopes) found.push([scope, await objectDigests(reader, scope, digester)]);
  return found;
}

/** Folders with content that counts in scopes, each once. */
function foldersOf(scopes: readonly DigestScope[]): readonly string[] {
  const folders = scopes.map(({ kind, workspace }) => contentFolder(kind, workspace));
  return [...new Set(folders)].filter((folder) => folder !== undefined);
}

/** A document with its digest, made in slices. */
async function rendered(document: Iterable<string>): Promise<Body> {
  const pieces: string[] = [];
  const stream = digestStream();
  await inSlices(document, (piece) => {
    stream.update(Buffer.from(piece));
    pieces.push(piece);
  });
  return { contentType: mediaTypes.json, body: pieces.join(""), digest: stream.end() };
}

function askedFor(request: FastifyRequest): Asked {
  const asked = query(request, "kind");
  const named = query(request, "scopes");
  if (asked === undefined && query(request, "workspace") === undefined) {
    if (named === undefined) return "all";
    const scopes = parseScopes(named);
    if (typeof scopes !== "string") return { scopes, isAlone: false };
    throw unknown("scopes names", scopes);
  }
  const kind = digestKinds.find((name) => name === asked);
  if (kind === undefined) throw unknown("kind is", asked ?? "");
  const workspace = query(request, "workspace") || null;
  return { scopes: [{ kind, workspace }], isAlone: true };
}

function unknown(what: string, given: string): CatalogError {
  const kinds = digestKinds.join(", ");
  const message = `${what} ${JSON.stringify(given)}; it must be one of ${kinds}`;
  return new CatalogError("kind-unknown", message);
}

/** Takes files and works out what they mean, for a bounded time; what is left waits for the next request. */
async function lookInto(
  request: FastifyRequest,
  context: ServerContext,
  { left, until }: { readonly left: StoredFile[]; readonly until: number },
): Promise<void> {
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
    if (found.size > 0)
      await leave(request, "There is no room for what contents mean", () =>
        context.catalog.keepIdentities(found),
      );
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
