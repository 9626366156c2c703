/** Style content in its own media type: SLD 1.0 and 1.1, and CSS (docs/interface.md, 4.2). */
import type { QualifiedName } from "../../model/layer.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { style as limits } from "../../model/limits.ts";
import { UNNAMED_STYLE, type StyleContent, type StyleFormat } from "../../model/style.ts";
import { essence, styleFormatOf } from "../../wire/media.ts";
import { stylePath } from "../../wire/paths.ts";
import { WireError, withPlace } from "../../wire/wire-error.ts";
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";
import { findLayerGroup } from "../catalog/layer-group.ts";
import { findLayer } from "../catalog/layer.ts";
import { missingText } from "../catalog/missing-text.ts";
import type { Stored } from "../catalog/records.ts";
import { createStyle, replaceStyleContent } from "../catalog/style.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { reading, readingLater } from "../plugins/errors.ts";
import { contentTypeOf, keptBodyOf, query, queryFlag, quoted } from "../plugins/methods.ts";
import { change } from "../plugins/unit-of-work.ts";
import { sendCreated, sendDone } from "./created.ts";
import { parserWords } from "./parser-words.ts";
import { checkStyleMatch } from "./style-representation.ts";

/** Content is always parsed for validity and its name. Deviation: style-bytes. */
export async function postStyleContent(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
  workspace: string | null,
): Promise<FastifyReply> {
  const format = requireFormat(request, "style-type-unknown-post", "");
  const sent = reading("bad-style-post", "", () => keptBodyOf(request));
  const { strictSld, takesDoctypes } = context.dialect;
  const bytes = takesDoctypes && format === "sld" ? withoutDoctype(sent) : sent;
  const content = await readingLater("bad-style-post", "", () =>
    strictSld && format === "sld"
      ? plainContent(request, context, bytes)
      : context.parsing.style(bytes, format),
  );
  const name = query(request, "name") || content.name || UNNAMED_STYLE;
  await change(request, context, async (writer) => {
    if (strictSld) await checkPostedLayers(writer, context, content);
    await createStyle(writer, context.dialect, { workspace, name, content, bytes });
  });
  return sendCreated(request, reply, name, stylePath(workspace, name));
}

/** Parses SLD as a stock server does, with its parser's messages. */
async function plainContent(
  request: FastifyRequest,
  context: ServerContext,
  bytes: Uint8Array,
): Promise<StyleContent> {
  try {
    checkProlog(request, bytes);
    const content = await context.parsing.style(bytes, "sld");
    if (queryFlag(request, "raw")) return content;
    if (content.isEmpty !== true || context.dialect.takesEmptyStyles) return content;
    throw new CatalogError("bad-style-post", missingText(context.dialect, "styledLayers", EMPTY));
  } catch (error) {
    if (!(error instanceof WireError) || error.code !== "malformed") throw error;
    throw new WireError(
      error.code,
      `${parserWords(bytes, error, context.dialect)}\n${withPlace(error)}`,
    );
  }
}

const EMPTY = "A style that begins with UserStyle holds nothing in a FeatureTypeStyle";

/** Removes an empty DOCTYPE. */
function withoutDoctype(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  return Buffer.from(text.replace(/<!DOCTYPE\s[^[<>]*(?:\[\s*\]\s*)?>/, ""), "latin1");
}

function requireFormat(
  request: FastifyRequest,
  code: CatalogErrorCode,
  prefix: string,
): StyleFormat {
  const contentType = contentTypeOf(request);
  const format = styleFormatOf(contentType);
  if (format !== undefined) return format;
  throw new CatalogError(
    code,
    `${prefix}No such style handler: format = ${quoted(essence(contentType))}`,
  );
}

/** Replaces the content of a style. `raw=true` skips validation. */
export async function putStyleContent(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
  key: QualifiedName,
): Promise<FastifyReply> {
  const bytes = reading("bad-style-put", "Invalid style:", () => keptBodyOf(request));
  const raw = queryFlag(request, "raw");
  const content = raw ? undefined : await checkedContent(request, context, bytes);
  await change(request, context, async (writer) => {
    const style = await writer.get("style", key.workspace, key.name);
    if (style === undefined) {
      const message = missingText(context.dialect, "style", `Style ${key.name} not found`);
      throw new CatalogError("style-missing", message);
    }
    await checkStyleMatch(request, context, writer, style);
    const missing = content && (await missingLayer(writer, content));
    if (missing !== undefined) throw new CatalogError("bad-style-put", missing);
    await replaceStyleContent(writer, style, {
      bytes,
      content: content ?? (await rawContent(writer, context, { style, bytes })),
    });
  });
  return sendDone(reply);
}

async function checkedContent(
  request: FastifyRequest,
  context: ServerContext,
  bytes: Uint8Array,
): Promise<StyleContent> {
  const format = requireFormat(request, "style-type-unknown-put", "Invalid style:");
  return readingLater("bad-style-put", "Invalid style:", async () => {
    if (context.dialect.strictSld && format === "sld") checkProlog(request, bytes);
    const content = await context.parsing.style(bytes, format);
    if (content.isEmpty !== true || context.dialect.takesEmptyStyles) return content;
    throw new WireError("malformed", EMPTY);
  });
}

/** Several layers make a group; all must exist. Returns the problem, if any. */
async function missingLayer(
  reader: CatalogReader,
  content: StyleContent,
): Promise<string | undefined> {
  if (content.layers.length < 2) return undefined;
  for (const layer of content.layers) {
    const found = (await findLayer(reader, layer)) ?? (await findLayerGroup(reader, null, layer));
    if (found === undefined)
      return `Invalid style:No layer or layer group named '${layer}' found in the catalog`;
  }
  return undefined;
}

async function checkPostedLayers(
  reader: CatalogReader,
  { dialect }: ServerContext,
  content: StyleContent,
): Promise<void> {
  const missing = await missingLayer(reader, content);
  if (missing === undefined) return;
  throw new CatalogError("bad-style-post", missingText(dialect, "styledLayers", missing));
}

/** A stock server accepts a byte order mark only in UTF-16 that the content type declares. */
function checkProlog(request: FastifyRequest, [first = 0]: Uint8Array): void {
  const isDeclared = /;\s*charset="?utf-16/i.test(contentTypeOf(request) ?? "");
  if (!BYTE_ORDER_MARKS.has(first) || (isDeclared && first !== UTF_8_MARK)) return;
  const message = "Content is not allowed in prolog: a byte order mark is refused";
  throw new WireError("malformed", message, { line: 1, column: 1 });
}

const UTF_8_MARK = 0xef;

/** First bytes of the marks. */
const BYTE_ORDER_MARKS: ReadonlySet<number> = new Set([UTF_8_MARK, 0xfe, 0xff]);

/** Unchecked content keeps the format; its version is parsed if possible. */
async function rawContent(
  writer: CatalogWriter,
  context: ServerContext,
  { style, bytes }: { readonly style: Stored<"style">; readonly bytes: Uint8Array },
): Promise<Pick<StyleContent, "format" | "version">> {
  if (bytes.byteLength > limits.sldBytes) {
    throw new CatalogError(
      "too-large",
      `The style has ${bytes.byteLength} bytes; the limit is ${limits.sldBytes}`,
    );
  }
  if (Buffer.from(bytes).includes("<!DOCTYPE")) {
    throw new CatalogError(
      "bad-style-put",
      "Invalid style:Entity resolution disallowed: a DOCTYPE is refused",
    );
  }
  // Other languages have only one version.
  if (style.value.format !== "sld") return style.value;
  try {
    return await context.parsing.style(bytes, style.value.format, writer);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return style.value;
  }
}
