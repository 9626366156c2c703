/** Declares styles: the content byte for byte, and the images that it names. */
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { defaultStyles } from "../../../model/default-styles.ts";
import {
  isPackageImage,
  isStyleFormat,
  styleFolder,
  styleFormats,
  type StylePatch,
} from "../../../model/style.ts";
import { stylePathTo } from "../../../wire/addressing.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { expectFound, get, getIfThere, ifReadable } from "../../../wire/reading.ts";
import type { Reader } from "../../../wire/request.ts";
import { parseStyle } from "../../../wire/style.ts";
import type { Declaration, Declare, DeclarePlace, KindContext } from "../../kind.ts";
import { declareEach, fromTheStart, goneMeanwhile } from "../declare/each.ts";
import { imagesNamed } from "./in-use.ts";
import { storedBytes, listStyles } from "./observe.ts";
import { styleSettingFields } from "./settings.ts";

export const declareStyles: Declare = async (context, place) => {
  const { workspace } = place;
  const found = await declareEach(await listStyles(context, place), place, async (address) => {
    const found = await getIfThere(context.read, stylePathTo(workspace, address.name, "xml"));
    if (found === undefined) return goneMeanwhile(address);
    const entry = parseStyle(found);
    const { format = "sld" } = entry;
    if (!isStyleFormat(format)) return { address, reason: otherLanguage(format), referable: true };
    const path = stylePathTo(workspace, address.name, format);
    const bytes = await storedBytes(context, address, entry, await get(context.read, path));
    if (bytes === undefined)
      return { address, reason: "Its content cannot be read as it is stored" };
    if (bytes.byteLength === 0) return { address, reason: "It has no content" };
    const { content } = documentIn(found);
    const settings = styleSettingFields.declared(address, content, place.statedOnly);
    const isPlain = Object.keys(settings.spec).length + settings.notes.length === 0;
    const usual = workspace === null ? defaultStyles.get(address.name)?.sld : undefined;
    if (isPlain && usual !== undefined && Buffer.from(usual).equals(bytes))
      return fromTheStart(address);
    return declarations(context, place, { address, entry, bytes, settings });
  });
  return { ...found, declarations: eachOnce(found.declarations) };
};

const LANGUAGES = Object.values(styleFormats)
  .map(({ title }) => title)
  .join(", ");

function otherLanguage(format: string): string {
  return `It is written in ${format}; manifests take ${LANGUAGES}. What refers to it is declared, and needs it to be on the server`;
}

/** An image is declared once, and not as a file where a style brings it. */
function eachOnce(declared: readonly Declaration[]): readonly Declaration[] {
  const brought = new Set(
    declared.flatMap(({ kind, artefacts }) =>
      kind === "Style" && artefacts !== undefined ? [...artefacts.keys()].map(lastPart) : [],
    ),
  );
  const seen = new Set<string>();
  return declared.filter(({ kind, name }) => {
    if (kind === "Style") return true;
    const isFirst = !seen.has(name) && !brought.has(lastPart(name));
    seen.add(name);
    return isFirst;
  });
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

interface FoundStyle {
  readonly address: Address;
  readonly entry: StylePatch;
  readonly bytes: Uint8Array;
  readonly settings: ReturnType<typeof styleSettingFields.declared>;
}

async function declarations(
  context: KindContext,
  place: DeclarePlace,
  { address, entry, bytes, settings }: FoundStyle,
): Promise<readonly Declaration[]> {
  const { kind, workspace, name } = address;
  const { format = "sld" } = entry;
  const file = place.fileName(name);
  const all = await imagesNamed(bytes, entry);
  const named = all.filter(({ isOutside }) => isOutside !== true).map(({ path }) => path);
  const absent = new Set<string>();
  const read = async (names: readonly string[]) => readImages(context, workspace, names, absent);
  const images = await read(named.filter(isPackageImage));
  const isPackage = format === "sld" && images.size > 0;
  // Images in folders are shared by styles and declared as files.
  const shared = await read(named.filter((image) => image.includes("/")));
  const left = named.filter((image) => !images.has(image) && !shared.has(image));
  const unsaid = left.filter((image) => !absent.has(image));
  const outside = all.filter(({ isOutside }) => isOutside === true).map(({ path }) => path);
  const notes = [
    ...settings.notes,
    ...unsaid.map(imageNote),
    ...outside.map(
      (path) => `${imageNote(path)}: its path does not lead below the folder of styles`,
    ),
  ];
  const declared = { kind, workspace, name, notes, missing: [...absent].map(imageNote) };
  if (!isPackage) {
    const artefacts = new Map([[`${file}.${format}`, bytes]]);
    const style = {
      ...declared,
      spec: { source: `./${file}.${format}`, ...settings.spec },
      artefacts,
    };
    return [style, ...[...images].map((image) => imageFile(place, image))];
  }
  const inside = [[`${file}.sld`, bytes] as const, ...images];
  const artefacts = new Map(inside.map(([path, content]) => [`${file}/${path}`, content]));
  return [{ ...declared, spec: { source: `./${file}/`, ...settings.spec }, artefacts }];
}

function imageFile(
  { workspace, fileName }: DeclarePlace,
  [image, bytes]: readonly [string, Uint8Array],
): Declaration {
  const name = `${styleFolder(workspace)}/${image}`;
  const source = `${fileName(name)}.d/${image}`;
  const artefacts = new Map([[source, bytes]]);
  return { kind: "File", workspace: null, name, spec: { source: `./${source}` }, artefacts };
}

function imageNote(image: string): string {
  return `the image ${image}`;
}

/** The names of missing images are added to `absent`. */
async function readImages(
  { read, server }: KindContext,
  workspace: string | null,
  names: readonly string[],
  absent: Set<string>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>();
  if (!server.resources) return images;
  for (const name of names) {
    const path = resourcePath(`${styleFolder(workspace)}/${name}`);
    const found = await ifReadable(() => getResource(read, path));
    if (found === null) absent.add(name);
    else if (found !== undefined) images.set(name, found);
  }
  return images;
}

async function getResource(read: Reader, path: string): Promise<Uint8Array | null> {
  const response = await get(read, path);
  return response.status === 404 ? null : expectFound(response, path).body;
}
