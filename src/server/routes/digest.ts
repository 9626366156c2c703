/**
 * `/plumbline/digest`: digests for reconcilers. Content is parsed when first requested, and its
 * identity is stored with it (docs/compatibility.md, "Digests").
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
  unreadFiles,
} from "../catalog/digest.ts";
import { CatalogError } from "../catalog/errors.ts";
import { inSlices } from "../catalog/slices.ts";
import type { CatalogReader, IdentifiedFile } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { sendBody, type Body } from "../plugins/conditional.ts";
import { keepAnswer } from "../plugins/kept-answers.ts";
import { query, route } from "../plugins/methods.ts";
import { requireJson } from "../plugins/representation.ts";
import { leave, view } from "../plugins/unit-of-work.ts";

/** Number of files read into memory at once. */
const BATCH = 16;

/** Number of folders whose unparsed files are cached, and of such files of each. */
const FOLDERS = 16;
const FILES = 10_000;

/** Registers the route. */
export function digestRoutes(app: FastifyInstance, context: ServerContext): void {
  // Files that change meanwhile are missing; the folder is listed again when these are parsed.
  const unread = recent<IdentifiedFile[]>(FOLDERS);
  const list = async (request: FastifyRequest, folder: string) => {
    const all = await view(request, context, (reader) => unreadFiles(reader, folder));
    const files = all.slice(0, FILES);
    unread.keep(folder, files);
    return files;
  };
  route(app, routePattern("digest"), {
    GET: async (request, reply) => {
      requireJson(request);
      const asked = askedFor(request);
      const read = () => view(request, context, (reader) => digestsOf(reader, asked));
      const send = async (found: Found) => {
        // Parsing does not change the revision, so an incomplete response must not be kept.
        if (found.every(([, one]) => isComplete(one))) keepAnswer(request);
        return sendBody(request, reply, await rendered(documentOf(asked, found)));
      };
      if (query(request, "look")?.trim().toLowerCase() === "false") return send(await read());
      const isWaiting = (folder: string) => (unread.get(folder) ?? []).length > 0;
      let folders: readonly string[] = (
        asked === "all" ? [...unread.entries()].map(([folder]) => folder) : foldersOf(asked.scopes)
      ).filter(isWaiting);
      // Computing many digests takes as long as parsing hundreds of files, so it is not done twice.
      let found = folders.length === 0 ? await read() : undefined;
      if (found !== undefined)
        folders = foldersOf(found.filter(([, one]) => !isComplete(one)).map(([scope]) => scope));
      // Starting before the read would leave no time for parsing if the read is slow.
      const until = performance.now() + limits.workMs;
      for (const folder of folders) {
        if (performance.now() >= until) break;
        const left = isWaiting(folder) ? unread.get(folder) : await list(request, folder);
        await parseContents(request, context, { left: left ?? [], until });
        found = undefined;
      }
      return send(found ?? (await read()));
    },
  });
}

type Found = readonly (readonly [DigestScope, ScopeDigests])[];

type Asked = "all" | { readonly scopes: readonly DigestScope[]; readonly isAlone: boolean };

/** A single `kind` is a document of its own; other requests combine scopes. */
function documentOf(asked: Asked, found: Found): Iterable<string> {
  const [first] = found;
  const isAlone = asked !== "all" && asked.isAlone && first !== undefined;
  return isAlone ? digestPieces(...first) : togetherPieces(found);
}

async function digestsOf(reader: CatalogReader, asked: Asked): Promise<Found> {
  const found: [DigestScope, ScopeDigests][] = [];
  const scopes = asked === "all" ? await digestScopes(reader) : asked.scopes;
  for (const scope of scopes) found.push([scope, await objectDigests(reader, scope)]);
  return found;
}

function foldersOf(scopes: readonly DigestScope[]): readonly string[] {
  const folders = scopes.map(({ kind, workspace }) => contentFolder(kind, workspace));
  return [...new Set(folders)].filter((folder) => folder !== undefined);
}

/** Renders in slices, and computes the digest. */
async function rendered(document: Iterable<string>): Promise<Body> {
  // Bytes, since a text of that size would be copied to the heap, to be bytes again.
  const pieces: Buffer[] = [];
  const stream = digestStream();
  await inSlices(document, (text) => {
    const piece = Buffer.from(text);
    stream.update(piece);
    pieces.push(piece);
  });
  return { contentType: mediaTypes.json, body: Buffer.concat(pieces), digest: stream.end() };
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

/** Parses files until the time limit; the next request continues. */
async function parseContents(
  request: FastifyRequest,
  context: ServerContext,
  { left, until }: { readonly left: IdentifiedFile[]; readonly until: number },
): Promise<void> {
  const found = new Map<string, string>();
  try {
    while (left.length > 0 && performance.now() < until) {
      const batch = left.splice(-BATCH);
      const contents = await view(request, context, (reader) => contentsOf(reader, batch));
      for (const { path, digest, content } of contents) {
        found.set(digest, contentIdentity(path, content));
        // Lets other requests run between two documents.
        await pause();
      }
    }
  } finally {
    // Stored together, because each write waits for the disk.
    if (found.size > 0)
      await leave(request, "There is no room for what contents mean", () =>
        context.catalog.keepIdentities(found),
      );
  }
}

/** Skips files that were replaced or removed since they were listed. */
async function contentsOf(reader: CatalogReader, files: readonly IdentifiedFile[]) {
  const contents: (IdentifiedFile & { readonly content: Uint8Array })[] = [];
  for (const file of files) {
    const now = await reader.file(file.path);
    if (now?.digest === file.digest)
      contents.push({ ...file, content: await reader.content(file) });
  }
  return contents;
}
