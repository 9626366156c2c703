/** Sends the entry of a style, or its content byte for byte. */
import type { QualifiedName } from "../../model/layer.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { etagText } from "../../model/etag.ts";
import { isStyleFormat, styleFormats, type StyleFormat } from "../../model/style.ts";
import type { DocumentFormat } from "../../wire/document.ts";
import { mediaTypes } from "../../wire/media.ts";
import { renderStyle } from "../../wire/style.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import { requireStyle, styleFile } from "../catalog/style.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { clientHas, sendBody } from "../plugins/conditional.ts";
import { keepAnswer } from "../plugins/kept-answers.ts";
import { readingLater } from "../plugins/errors.ts";
import { quoted } from "../plugins/methods.ts";
import { sendDocument } from "../plugins/representation.ts";
import { baseOf, suffixOf } from "../plugins/url.ts";
import { view } from "../plugins/unit-of-work.ts";
import { addressAs, checkMatch, type Shown } from "./documents.ts";

/** The entry of a style; preconditions also accept the ETag of the content. */
export const shownStyle: Shown<Stored<"style">> = {
  address: addressAs("Style"),
  render: ({ workspace, name, value, created, modified }, rendering) =>
    renderStyle({ ...value, workspace, name, created, modified }, rendering),
  digests: async (reader, style) => {
    const file = await styleFile(reader, style);
    return file === undefined ? [] : [file.digest];
  },
};

type Representation = { entry: DocumentFormat } | { content: StyleFormat | "se" };

const wishes: ReadonlyMap<string, Representation> = new Map<string, Representation>([
  ["application/json", { entry: "json" }],
  ["text/json", { entry: "json" }],
  ["application/xml", { entry: "xml" }],
  ["text/xml", { entry: "xml" }],
  [mediaTypes.sld, { content: "sld" }],
  [mediaTypes.se, { content: "se" }],
  [mediaTypes.css, { content: "css" }],
  ["application/vnd.service.geocss+css", { content: "css" }],
  [mediaTypes.ysld, { content: "ysld" }],
  [mediaTypes.mbstyle, { content: "mbstyle" }],
]);

const bySuffix: Readonly<Record<string, Representation>> = {
  json: { entry: "json" },
  xml: { entry: "xml" },
  sld: { content: "sld" },
  css: { content: "css" },
  ysld: { content: "ysld" },
  mbstyle: { content: "mbstyle" },
};

function requestedRepresentation(request: FastifyRequest): Representation {
  const suffix = suffixOf(request);
  if (suffix !== undefined) {
    const wish = bySuffix[suffix];
    if (wish === undefined) throw unknownForm(`.${suffix}`);
    return wish;
  }
  const chosen = request.accepts().type([...wishes.keys()]);
  const wish = typeof chosen === "string" ? wishes.get(chosen) : undefined;
  if (wish === undefined) throw unknownForm(quoted(request.headers.accept));
  return wish;
}

function unknownForm(asked: string): CatalogError {
  return notAcceptable(
    `The form '${asked}' cannot be had here; ask for .sld, .css, .ysld, .mbstyle, .xml or .json`,
  );
}

function notAcceptable(message: string): CatalogError {
  return new CatalogError("not-acceptable", message);
}

export async function sendStyle(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
  key: QualifiedName,
): Promise<FastifyReply> {
  const wish = requestedRepresentation(request);
  keepAnswer(request);
  return view(request, context, async (reader) => {
    const style = await requireStyle(reader, key);
    if ("content" in wish)
      return sendContent(request, reply, { reader, style, wish: wish.content, context });
    const { lists } = context.dialect;
    const rendering = { format: wish.entry, base: baseOf(request), lists };
    const entry = shownStyle.render(style, rendering);
    return sendDocument(request, reply, entry, shownStyle.address(style));
  });
}

interface ContentWish {
  readonly reader: CatalogReader;
  readonly style: Stored<"style">;
  readonly wish: StyleFormat | "se";
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
  const of = shownStyle.address(style);
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

/** Only CSS is translated, to SLD. Deviation: no-translation. */
function checkLanguage(
  style: Stored<"style">,
  wish: StyleFormat | "se",
  { name: dialect }: Dialect,
): void {
  const { format, version } = style.value;
  // The catalog of a data directory may have styles in other languages.
  const title = isStyleFormat(format) ? styleFormats[format].title : format;
  if (wish !== "sld" && wish !== "se" && wish !== format) {
    // A stock server's error has no text.
    const message = `The style ${style.name} is written in ${title}; ask for .${format}`;
    throw new CatalogError("style-form", dialect === "documented" ? message : "");
  }
  if (wish !== format && format !== "sld") {
    const forms = format === "css" ? ".css or .sld" : `.${format}: nothing here converts it`;
    throw notAcceptable(`The style ${style.name} is written in ${title}; ask for ${forms}`);
  }
  if (wish === "se" && version !== "1.1.0") {
    throw notAcceptable(`The style ${style.name} is SLD ${version}; ask for .sld`);
  }
}

/** Checks preconditions before a style's content changes. */
export function checkStyleMatch(
  request: FastifyRequest,
  context: ServerContext,
  reader: CatalogReader,
  style: Stored<"style">,
) {
  return checkMatch({ request, context, reader }, shownStyle, async () => style);
}
