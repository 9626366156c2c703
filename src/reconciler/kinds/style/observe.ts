/** Reads styles. */
import { documentIn } from "../../../wire/answered-document.ts";
import { workspaceOf } from "../identity/workspace.ts";
import { compareText, type Address } from "../../../model/address.ts";
import { digestOf } from "../../../model/digest.ts";
import { etagText, resourceAddress } from "../../../model/etag.ts";
import { styleFolder, type StylePatch } from "../../../model/style.ts";
import { stylePathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { resourcePath, stylesPath } from "../../../wire/paths.ts";
import { expectFound, get, getIfThere } from "../../../wire/reading.ts";
import { succeeded, type WireResponse } from "../../../wire/request.ts";
import { parseStyle } from "../../../wire/style.ts";
import type { Facts, FactValue, KindContext, Live, WantedObject } from "../../kind.ts";
import { styleSettingFields } from "./settings.ts";
import { contentPath, type StylePayload } from "./source.ts";

/** From this number of styles in a scope, its list is read first. */
const LIST_FROM = 8;

type WantedStyle = WantedObject<StylePayload>;

export async function observeStyles(
  context: KindContext,
  wanted: readonly WantedStyle[],
): Promise<readonly Live[]> {
  const scopes = Map.groupBy(wanted, ({ address }) => address.workspace);
  const lives: Live[] = [];
  for (const [workspace, styles] of scopes) {
    const present = await listed(context, workspace, styles);
    const found = await Promise.all(present.map((style) => observe(context, style)));
    lives.push(...found.filter((live) => live !== undefined));
  }
  return lives;
}

export async function listStyles(
  { read }: KindContext,
  { workspace }: { readonly workspace: string | null },
): Promise<readonly Address[]> {
  const names = await namesAt(read, stylesPath(workspace, "xml"), "style");
  return names.map((name) => ({ kind: "Style", workspace, name }));
}

async function listed(
  { read, server }: KindContext,
  workspace: string | null,
  styles: readonly WantedStyle[],
): Promise<readonly WantedStyle[]> {
  // A server with digests has already reported which styles exist.
  if (styles.length < LIST_FROM || server.digests) return styles;
  const names = new Set(await namesAt(read, stylesPath(workspace, "xml"), "style"));
  return styles.filter(({ address }) => names.has(address.name));
}

async function observe(context: KindContext, wanted: WantedStyle): Promise<Live | undefined> {
  const { address, facts, presence } = wanted;
  if (presence) {
    const entry = await getIfThere(
      context.read,
      stylePathTo(address.workspace, address.name, "xml"),
    );
    return entry && { address, facts: {}, requires: [] };
  }
  const format = String(facts?.["format"] ?? "sld");
  const digest = facts === undefined ? undefined : String(facts["content"]);
  const { answer, isNewer } = await shownContent(context, wanted, { format, digest });
  const same = answer.status === 304 || (succeeded(answer) && digestOf(answer.body) === digest);
  const found = same
    ? { content: { format, content: digest ?? "" }, etag: answer.headers["etag"] }
    : await look(context, wanted, isNewer ? undefined : { format, answer });
  if (found === undefined) return undefined;
  const images = await observeImages(context, wanted);
  const settings = await observeSettings(context, address, facts);
  const { content, etag } = found;
  const all = { ...content, ...images, ...settings };
  return { address, facts: all, requires: workspaceOf(address), etag };
}

async function shownContent(
  context: KindContext,
  wanted: WantedStyle,
  { format, digest }: { readonly format: string; readonly digest: string | undefined },
): Promise<{ readonly answer: WireResponse; readonly isNewer: boolean }> {
  const isNewer = await isNewerSld(context, wanted);
  const { address } = wanted;
  const answer = isNewer
    ? await newerContent(context, address)
    : await contentIn(context, address, format, digest);
  return { answer, isNewer };
}

/** The entry is read only where some settings are wanted. */
async function observeSettings(
  { read }: KindContext,
  address: Address,
  wanted: Facts | undefined,
): Promise<Facts> {
  const isWanted = styleSettingFields.names.some((name) => wanted?.[name] !== undefined);
  const entry = isWanted
    ? await getIfThere(read, stylePathTo(address.workspace, address.name, "xml"))
    : undefined;
  if (entry === undefined) return {};
  return styleSettingFields.shown(address, documentIn(entry).content, wanted);
}

function contentIn(
  { read }: KindContext,
  address: Address,
  format: string,
  digest?: string,
): Promise<WireResponse> {
  const { workspace, name } = address;
  const known = digest === undefined ? undefined : etagText(digest, address);
  return get(read, stylePathTo(workspace, name, format), { known });
}

const ROOT = /<(?:[\w.-]+:)?StyledLayerDescriptor(\s[^<>]*)/;
const NEWER = /\sversion\s*=\s*["']1\.1\.0/;
/** Servers look for the version in the same range, which holds the first element. */
const BEGIN_BYTES = 8_192;

/**
 * A stock server shows SLD 1.1 unchanged only for its media type. In names with dots, it takes
 * the last part for a format.
 */
async function isNewerSld(
  { server }: KindContext,
  { address, payload }: WantedStyle,
): Promise<boolean> {
  const isAsked = server.software !== "plumbline" && !address.name.includes(".");
  if (!isAsked || payload?.format !== "sld") return false;
  const bytes = await payload.content.load();
  const begin = Buffer.from(bytes.subarray(0, BEGIN_BYTES)).toString("latin1");
  return NEWER.test(ROOT.exec(begin)?.[1] ?? "");
}

function newerContent({ read }: KindContext, { workspace, name }: Address): Promise<WireResponse> {
  const headers = { accept: mediaTypes.se };
  return read({ method: "GET", path: stylePathTo(workspace, name), headers });
}

/** Returns undefined for a stock server, which shows its file itself. */
async function shownIn(
  context: KindContext,
  address: Address,
  format: string,
): Promise<WireResponse | undefined> {
  return context.server.software === "plumbline" ? contentIn(context, address, format) : undefined;
}

interface FoundContent {
  readonly content: Readonly<Record<string, FactValue>>;
  readonly etag: string | undefined;
}

/** A response in another language than the style's is a translation of the stored content. */
async function look(
  context: KindContext,
  wanted: WantedStyle,
  first: { readonly format: string; readonly answer: WireResponse } | undefined,
): Promise<FoundContent | undefined> {
  const { address, facts } = wanted;
  const found = await getIfThere(context.read, stylePathTo(address.workspace, address.name, "xml"));
  if (found === undefined) return undefined;
  const entry = parseStyle(found);
  const format = entry.format ?? "sld";
  const own = format === first?.format ? first.answer : await shownIn(context, address, format);
  const etag = own?.headers["etag"];
  const bytes = await storedBytes(context, address, entry, own);
  if (bytes === undefined) return { content: { format }, etag };
  const file = { field: "content", path: contentPath(format), bytes };
  const isWanted = (await wanted.isSameFile?.(file)) === true;
  const content = isWanted ? String(facts?.["content"]) : digestOf(bytes);
  return { content: { format, content }, etag };
}

/**
 * Returns undefined where they cannot be read. `response` is the answer for the style's own
 * language; a stock server may have rewritten an SLD.
 */
export async function storedBytes(
  { read, server }: KindContext,
  address: Address,
  entry: StylePatch,
  response: WireResponse | undefined,
): Promise<Uint8Array | undefined> {
  const { format = "sld", version } = entry;
  const isRewritten = server.software !== "plumbline" && format === "sld" && version === "1.1.0";
  if (response !== undefined && !isRewritten && succeeded(response)) return response.body;
  if (!server.resources || entry.fileName === undefined) return undefined;
  const path = resourcePath(`${styleFolder(address.workspace)}/${entry.fileName}`);
  const raw = await get(read, path);
  return raw.status === 404 ? new Uint8Array() : expectFound(raw, path).body;
}

async function observeImages(
  { read, server }: KindContext,
  { address, facts, payload, isSameFile }: WantedStyle,
): Promise<Record<string, FactValue>> {
  const wanted = facts?.["images"];
  if (!Array.isArray(wanted) || wanted.length === 0) return { images: [] };
  if (!server.resources || payload === undefined) return {};
  const images = await Promise.all(
    [...payload.images].map(async ([name, { digest }]) => {
      const file = `${styleFolder(address.workspace)}/${name}`;
      const path = resourcePath(file);
      const known = etagText(digest, resourceAddress(file));
      const response = await get(read, path, { known });
      if (response.status === 404) return undefined;
      if (response.status === 304) return `${name} ${digest}`;
      const { body: bytes } = expectFound(response, path);
      const isSame = (await isSameFile?.({ field: "images", path: name, bytes })) === true;
      return `${name} ${isSame ? digest : digestOf(bytes)}`;
    }),
  );
  return { images: images.filter((image) => image !== undefined).toSorted(compareText) };
}
