/** Content of styles on the stock server: what is kept, what is written anew, what is translated. */
import { styleFileName, type StyleFormat } from "../../src/model/style.ts";
import { inspectStyle } from "../../src/wire/sld.ts";
import { readZip } from "../../src/wire/zip.ts";
import { flag, mediaType, type Call } from "./call.ts";
import { created, DONE, pathOf, type Answer } from "./documents.ts";
import { DATA_DIRECTORY } from "./mappings.ts";
import { refused } from "./recorded/recorded.ts";
import { Refusal, RouteRefusal } from "./refusal.ts";
import { inWorkspace, now, scoped, type Style } from "./state.ts";
import {
  downgraded,
  layersInSld,
  nameInSld,
  rewritten,
  sldText,
  styleFolder,
  textAsSent,
  TRANSLATED_CSS,
  translationOf,
  versionOf,
} from "./style-files.ts";
import { parseElement } from "./xml-tree.ts";

const SLD = "application/vnd.ogc.sld+xml";
const CSS = "application/vnd.geoserver.geocss+css";
const YSLD = "application/vnd.geoserver.ysld+yaml";
const MBSTYLE = "application/vnd.geoserver.mbstyle+json";

type Form = "sld" | "css" | "se+" | "ysld" | "mbstyle";

export function isForm(form: string | undefined): form is Form {
  return form !== undefined && ["sld", "css", "se+", "ysld", "mbstyle"].includes(form);
}

interface Manner {
  readonly format: string;
  readonly version: string;
}

const handlers: Readonly<Record<string, Manner>> = {
  [SLD]: { format: "sld", version: "1.0.0" },
  "application/vnd.ogc.se+xml": { format: "sld", version: "1.1.0" },
  [CSS]: { format: "css", version: "1.0.0" },
  [YSLD]: { format: "ysld", version: "1.0.0" },
  [MBSTYLE]: { format: "mbstyle", version: "1.0.0" },
};

/** How the language of a type is handled; undefined where nothing does. */
function handlerOf({ state }: Call, type: string): Manner | undefined {
  const manner = handlers[type];
  const isOptional = manner?.format === "ysld" || manner?.format === "mbstyle";
  return isOptional && !state.modules.has(manner.format) ? undefined : manner;
}

export function getContent({ state }: Call, style: Style, form: Form): Answer {
  const path = `${styleFolder(style.workspace)}/${style.fileName}`;
  const bytes = state.files.get(path);
  if (bytes === undefined) throw new Refusal(500, `File not found ${DATA_DIRECTORY}/${path}`);
  if (form === "css" || form === "ysld" || form === "mbstyle") {
    if (style.format !== form) throw new Refusal(500, "");
    const type = { css: CSS, ysld: YSLD, mbstyle: MBSTYLE }[form];
    return { status: 200, type, body: bytes };
  }
  if (style.format !== "sld") {
    if (style.format === "css")
      state.files.set(translationOf(path), new TextEncoder().encode(TRANSLATED_CSS));
    return { status: 200, type: SLD, body: TRANSLATED_CSS };
  }
  if (form === "se+" && style.version === "1.1.0")
    return { status: 200, type: "application/vnd.ogc.se+xml", body: bytes };
  // What is kept is shown as it is, but for the newer encoding.
  if (style.version !== "1.1.0") return { status: 200, type: SLD, body: bytes };
  try {
    return { status: 200, type: SLD, body: downgraded(sldText(bytes)) };
  } catch {
    return { status: 200, type: SLD, body: bytes };
  }
}

/** What is kept of content: SLD 1.0 that is not sent raw is read and written anew. */
function keptOf(call: Call, { format, version }: Manner, bytes: Uint8Array): Uint8Array {
  const isKept = flag(call, "raw") || format !== "sld" || version !== "1.0.0";
  if (isKept || layersInSld(sldText(bytes)).length > 1) return bytes;
  return new TextEncoder().encode(rewritten(sldText(bytes), true));
}

/** Makes a style of content; the file must not lie about. */
export function postContent(call: Call, workspace: string): Answer {
  const type = mediaType(call);
  if (type === "")
    throw new RouteRefusal(400, "Required request header 'Content-Type' is not present");
  const manner = handlerOf(call, type);
  if (manner === undefined) throw new Refusal(500, `No such style handler: format = ${type}`);
  refuseUnreadable(call, manner);
  const text = new TextDecoder().decode(call.body);
  const named =
    manner.format === "css"
      ? /@styleName\s+'([^']+)'/.exec(text)?.[1]
      : manner.format === "sld"
        ? nameInSld(sldText(call.body))
        : undefined;
  const name = call.query["name"] ?? named ?? "Default Styler";
  return add(call, { workspace, name, manner, bytes: keptOf(call, manner, call.body) });
}

/**
 * What is posted is read, raw or not. Throws Refusal 500 for what cannot be: a byte order mark (that of UTF-16
 * only where the type names the charset), a DOCTYPE, layers that are not there, a sheet with a mistake.
 */
function refuseUnreadable(call: Call, { format }: Manner): void {
  const { body } = call;
  const start = Buffer.from(body.slice(0, 3)).toString("hex");
  const isMarked =
    start === "efbbbf" || (isWide(body) && !/charset=utf-16$/i.test(call.contentType));
  if (format === "css") return refuseSheet(body, isMarked);
  if (format !== "sld") return refuseValues(body, format);
  const prolog = "Content is not allowed in prolog.";
  if (isMarked) throw new Refusal(500, sax(1, 1, prolog));
  const text = textAsSent(body);
  const doctype = /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*<!DOCTYPE/.exec(text)?.[0];
  if (doctype !== undefined && call.state.habits.takesDoctype) refuseEntity(text);
  else if (doctype !== undefined) {
    const lines = doctype.split("\n");
    throw new Refusal(500, sax(lines.length, (lines.at(-1)?.length ?? 0) + 1, DISALLOWED));
  }
  const cut = /<[^<>]*$/.exec(text.trimEnd());
  if (cut !== null) {
    const lines = text.trimEnd().split("\n");
    const [line, column] = [lines.length, (lines.at(-1)?.length ?? 0) + 1].map(String);
    throw refused("POST style: cut off", { line: line ?? "", column: column ?? "" });
  }
  const layers = layersInSld(sldText(body));
  const isBare = parseElement(sldText(body)).name.endsWith("UserStyle");
  const isEmpty =
    isBare &&
    call.query["raw"] !== "true" &&
    !/<(?:\w+:)?FeatureTypeStyle\b[^>]*(?<!\/)>\s*<(?!\/)/.test(text);
  if (isEmpty || (layers.length > 1 && !layers.every((name) => isLayer(call, name))))
    throw new Refusal(500, "Error writing style");
}

/** Only what a DOCTYPE refers to elsewhere is refused. Throws Refusal 500. */
function refuseEntity(text: string): void {
  const at = /<!ENTITY\s[^>]*\sSYSTEM\s+"([^"]+)"/.exec(text)?.[1];
  if (at === undefined) return;
  throw new Refusal(500, `org.xml.sax.SAXException: Entity resolution disallowed for ${at}`);
}

const DISALLOWED =
  'DOCTYPE is disallowed when the feature "http://apache.org/xml/features/disallow-doctype-decl" set to true.';

/** What no parser of values takes, in words of another one. */
function refuseValues(body: Uint8Array, format: string): void {
  try {
    inspectStyle(body, format === "ysld" ? "ysld" : "mbstyle");
  } catch (error) {
    throw new Refusal(500, (error as Error).message);
  }
}

function sax(line: number, column: number, message: string): string {
  return `org.xml.sax.SAXParseException; lineNumber: ${line}; columnNumber: ${column}; ${message}`;
}

/** The mistakes of sheets that are known here: nothing in it, a mark in front, a property without a colon. */
function refuseSheet(body: Uint8Array, isMarked: boolean): void {
  const text = new TextDecoder().decode(body);
  if (isMarked)
    throw new Refusal(500, "Invalid input '\uFEFF', expected StyleSheet (line 1, column 1)");
  if (text.trim() === "")
    throw new Refusal(500, "Unexpected end of input, expected StyleSheet (line 1, column 1)");
  const unclosed = /\{[^}]*$/.test(text);
  if (unclosed) throw refused("PUT sheet: broken", { reason: "Unexpected end of input" });
  const empty = /:\s*(?=\})/.exec(text);
  if (empty !== null) {
    const before = text.slice(0, empty.index + empty[0].length).split("\n");
    const column = String((before.at(-1)?.length ?? 0) + 1);
    throw refused("POST sheet: no value", { line: String(before.length), column });
  }
  const bad = /\{[^:{}]*[^:{}\s][^:{}]*\}/.exec(text);
  if (bad === null) return;
  const before = text.slice(0, bad.index + bad[0].length).split("\n");
  const place = `(line ${before.length}, column ${before.at(-1)?.length ?? 1})`;
  throw new Refusal(
    500,
    `Invalid input '}', expected AndSelector, BasicSelector, ',' or '{' ${place}`,
  );
}

function isWide([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function add(
  call: Call,
  given: {
    readonly workspace: string;
    readonly name: string;
    readonly manner: Manner;
    readonly bytes: Uint8Array;
  },
): Answer {
  const { state } = call;
  const { workspace, name, bytes } = given;
  const { format } = given.manner;
  const key = scoped(workspace, name);
  const fileName = styleFileName(name, format as StyleFormat);
  const path = `${styleFolder(workspace)}/${fileName}`;
  if (state.styles.has(key)) throw new Refusal(403, `Style ${name} already exists.`);
  if (state.files.has(path)) throw new Refusal(403, `Style resource ${fileName} already exists.`);
  state.files.set(path, bytes);
  const version = format === "sld" ? versionOf(sldText(bytes)) : "1.0.0";
  const made = { workspace, name, format, version, fileName, created: now(state) };
  state.styles.set(key, { ...made, fields: new Map() });
  const at =
    workspace === "" ? pathOf("styles", name) : pathOf("workspaces", workspace, "styles", name);
  return created(call, at, name);
}

/** The SLD at the top of a package; images there go to the folder at once. */
async function unpackStyle(call: Call, workspace: string): Promise<Uint8Array> {
  // What is no archive has nothing in it.
  const files = await readZip(call.body)
    .then((all) => [...all])
    .catch(() => []);
  // The folder of a file is not made.
  if (files.some(([path]) => path.includes("/")))
    throw new Refusal(500, `${DATA_DIRECTORY} (No such file or directory)`);
  const sld = files.find(([path]) => path.endsWith("sld"))?.[1];
  if (sld === undefined) throw new Refusal(403, "No sld file provided:");
  for (const [path, bytes] of files) {
    if (/\.(?:svg|png|jpg|bmp|gif)$/i.test(path))
      call.state.files.set(`${styleFolder(workspace)}/${path}`, bytes);
  }
  return sld;
}

export async function postPackage(call: Call, workspace: string): Promise<Answer> {
  const bytes = await unpackStyle(call, workspace);
  const name = call.query["name"] ?? nameInPackage(bytes) ?? "Default Styler";
  try {
    refuseEntity(textAsSent(bytes));
  } catch (error) {
    throw new Refusal(400, `Style error. ${(error as Error).message}`);
  }
  return add(call, { workspace, name, manner: { format: "sld", version: "1.0.0" }, bytes });
}

function nameInPackage(bytes: Uint8Array): string | undefined {
  try {
    return nameInSld(sldText(bytes));
  } catch (error) {
    throw new Refusal(400, `Style error. ${(error as Error).message}`);
  }
}

/** Replaces the content of an entry and its images; what the entry says of it stays. */
export async function putPackage(call: Call, style: Style | undefined): Promise<Answer> {
  try {
    if (style === undefined) throw new Refusal(500, "");
    const bytes = await unpackStyle(call, style.workspace);
    call.state.files.set(`${styleFolder(style.workspace)}/${style.fileName}`, bytes);
  } catch {
    throw new Refusal(500, "Error processing the style");
  }
  return DONE;
}

/** Replaces content. Raw bytes are not looked at, but for their version. */
export function putContent(call: Call, style: Style | undefined): Answer {
  const { state, body } = call;
  const isRaw = flag(call, "raw");
  const type = mediaType(call);
  if (type === "")
    throw new RouteRefusal(400, "Required request header 'Content-Type' is not present");
  if (style === undefined)
    throw isRaw
      ? refused("PUT style: unknown")
      : new Refusal(400, "Invalid style:Cannot invoke StyleInfo.getFormat() because it is null");
  const bytes = isRaw ? body : checked(call, style);
  state.files.set(`${styleFolder(style.workspace)}/${style.fileName}`, bytes);
  if (style.format === "sld") style.version = versionOf(Buffer.from(bytes).toString("latin1"));
  style.modified = now(state);
  return DONE;
}

/** Content that makes a style of the type that was sent. Throws Refusal 400. */
function checked(call: Call, style: Style): Uint8Array {
  const type = mediaType(call);
  const manner = handlerOf(call, type);
  const told = (what: string) => new Refusal(400, `Invalid style:${what}`);
  if (manner === undefined) throw told(`No such style handler: format = ${type}`);
  try {
    const isSld = manner.format === "sld";
    if (isSld && parseElement(sldText(call.body)).name.endsWith("UserStyle"))
      throw told('Cannot invoke "org.geotools.api.style.Style.getName()" because "style" is null');
    const layers = isSld ? layersInSld(sldText(call.body)) : [];
    const missing = layers.length < 2 ? undefined : layers.find((name) => !isLayer(call, name));
    if (missing !== undefined)
      throw told(`No layer or layer group named '${missing}' found in the catalog`);
    refuseUnreadable(call, manner);
    const bytes = keptOf(call, manner, call.body);
    Object.assign(style, manner);
    return bytes;
  } catch (error) {
    throw (error as Refusal).status === 400 ? error : told((error as Error).message);
  }
}

function isLayer({ state }: Call, name: string): boolean {
  const own = inWorkspace(state.layers, state.defaultWorkspace).map((layer) => layer.name);
  return own.includes(name) || state.layers.has(name) || state.layerGroups.has(scoped("", name));
}
