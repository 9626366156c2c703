/** Sends a style: its entry as a document, or its content byte for byte. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Address } from "../../model/address.ts";
import { etagText } from "../../model/etag.ts";
import type { DocumentFormat, Rendering } from "../../wire/document.ts";
import { mediaTypes } from "../../wire/media.ts";
import { renderStyle } from "../../wire/style.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored, StyleKey } from "../catalog/records.ts";
import { requireStyle, styleFile } from "../catalog/style.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { checkPreconditions, clientHas, sendBody } from "../plugins/conditional.ts";
import { readingLater } from "../plugins/errors.ts";
import { bothForms, sendDocument } from "../plugins/representation.ts";
import { baseOf, suffixOf } from "../plugins/url.ts";
import { view } from "../plugins/work.ts";

/** What a client can ask of a style: its entry, or its content in one language. */
type Wish = { entry: DocumentFormat } | { content: "sld" | "se" | "css" };

const wishes: ReadonlyMap<string, Wish> = new Map<string, Wish>([
  ["application/json", { entry: "json" }],
  ["text/json", { entry: "json" }],
  ["application/xml", { entry: "xml" }],
  ["text/xml", { entry: "xml" }],
  [mediaTypes.sld, { content: "sld" }],
  [mediaTypes.se, { content: "se" }],
  [mediaTypes.css, { content: "css" }],
  ["application/vnd.service.geocss+css", { content: "css" }],
]);

const bySuffix: Readonly<Record<string, Wish>> = {
  json: { entry: "json" },
  xml: { entry: "xml" },
  sld: { content: "sld" },
  css: { content: "css" },
};

function wishOf(request: FastifyRequest): Wish {
  const suffix = suffixOf(request);
  if (suffix !== undefined) {
    const wish = bySuffix[suffix];
    if (wish === undefined) throw unknownForm(`.${suffix}`);
    return wish;
  }
  const chosen = request.accepts().type([...wishes.keys()]);
  const wish = typeof chosen === "string" ? wishes.get(chosen) : undefined;
  if (wish === undefined) throw unknownForm(request.headers.accept ?? "");
  return wish;
}

function unknownForm(asked: string): CatalogError {
  return notAcceptable(`The form '${asked}' cannot be had here; ask for .sld, .css, .xml or .json`);
}

function notAcceptable(message: string): CatalogError {
  return new CatalogError("not-acceptable", message);
}

/** Sends what the client wishes of a style. */
export async function sendStyle(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
  key: StyleKey,
): Promise<FastifyReply> {
  const wish = wishOf(request);
  return view(request, context, async (reader) => {
    const style = await requireStyle(reader, key);
    if ("content" in wish)
      return sendContent(request, reply, { reader, style, wish: wish.content, context });
    const { lists } = context.dialect;
    return sendDocument(
      request,
      reply,
      render(style, { format: wish.entry, base: baseOf(request), lists }),
      addressOf(style),
    );
  });
}

interface ContentWish {
  readonly reader: CatalogReader;
  readonly style: Stored<"style">;
  readonly wish: "sld" | "se" | "css";
  readonly context: ServerContext;
}

async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { reader, style, wish, context }: ContentWish,
): Promise<FastifyReply> {
  const isTranslated = wish === "sld" && style.value.format === "css";
  if (!isTranslated) checkLanguage(style, wish, context.dialect);
  const file = await styleFile(reader, style);
  if (file === undefined)
    throw new CatalogError("style-unfound", `The style ${style.name} has no content`);
  const of = addressOf(style);
  if (isTranslated) {
    const body = await readingLater("style-untranslatable", "", () =>
      context.translate(file.digest, () => reader.content(file)),
    );
    return sendBody(request, reply, { contentType: mediaTypes.sld, body, of });
  }
  const { digest } = file;
  const known = clientHas(request, etagText(digest, of));
  const body = known ? new Uint8Array() : await reader.content(file);
  return sendBody(request, reply, { contentType: mediaTypes[wish], body, digest, of });
}

/** Content comes as it is stored, but for the SLD of a CSS style. Deviation: no-translation. */
function checkLanguage(
  style: Stored<"style">,
  wish: "sld" | "se" | "css",
  { name: dialect }: Dialect,
): void {
  const { format, version } = style.value;
  if (wish === "css" && format !== "css") {
    // A stock server fails without a word.
    const message = `The style ${style.name} is written in SLD; ask for .sld`;
    throw new CatalogError("style-form", dialect === "documented" ? message : "");
  }
  if (wish === "se" && format === "css") {
    throw notAcceptable(`The style ${style.name} is written in CSS; ask for .css or .sld`);
  }
  if (wish === "se" && version !== "1.1.0") {
    throw notAcceptable(`The style ${style.name} is SLD ${version}; ask for .sld`);
  }
}

function render(style: Stored<"style">, rendering: Rendering) {
  const { workspace, name, value, created, modified } = style;
  return renderStyle({ ...value, workspace, name, created, modified }, rendering);
}

/** Honours If-Match with the ETag of the entry, in either form, or of the content. */
export function checkStyleMatch(
  request: FastifyRequest,
  context: ServerContext,
  reader: CatalogReader,
  key: StyleKey,
) {
  return checkPreconditions(request, async () => {
    const style = await reader.get("style", key.workspace, key.name);
    if (style === undefined) return undefined;
    const file = await styleFile(reader, style);
    return {
      of: addressOf(style),
      bodies: bothForms(request, context, (rendering) => render(style, rendering)),
      digests: file === undefined ? [] : [file.digest],
    };
  });
}

/** Whose a document is, for its ETag. */
function addressOf({ workspace, name }: Stored<"style">): Address {
  return { kind: "Style", workspace, name };
}
