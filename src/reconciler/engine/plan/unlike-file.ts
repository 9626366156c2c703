/** Differences between a server's file and the wanted one, in words. */
import { concealed, type Difference } from "../../../wire/difference.ts";
import { contentDifferences } from "../../../wire/content-difference.ts";
import { xmlDifferences } from "../../../wire/xml-difference.ts";
import { WireError } from "../../../wire/wire-error.ts";
import { HOLE } from "../../artefact.ts";
import type { AnyKind, Artefact, ArtefactSet, StoredFile, UnlikeFile } from "../../kind.ts";

/** Of a file with secrets only the places are named. */
export async function unlikeFile(
  { field, path, bytes }: StoredFile,
  artefact: Artefact,
): Promise<UnlikeFile> {
  const name = nameOf(path, artefact);
  const sides = { hole: HOLE, isShown: true };
  const found = contentDifferences(name, bytes, await peekAt(artefact), sides);
  const { masked } = artefact;
  const safe = masked && contentDifferences(name, bytes, await masked(), sides);
  const differences = safe ? found.map((one) => wantedAlone(one, safe)) : shownOf(found, artefact);
  return { field, path, state: "changed", differences };
}

/**
 * Hides the server's text, which may be a former secret. The wanted text has placeholders for
 * secrets, or is left out.
 */
function wantedAlone(difference: Difference, safe: readonly Difference[]): Difference {
  const place = difference.place.join("\n");
  const same = safe.find((one) => one.sort === difference.sort && one.place.join("\n") === place);
  const isText = difference.sort === "changed" || difference.sort === "added";
  const after = isText && same?.after?.includes("${{") === false ? same.after : undefined;
  return { ...concealed(difference), ...(after === undefined ? {} : { after }) };
}

/**
 * Differences to a wanted file in another language: the language, and the meaning where both can be
 * parsed. Undefined without a wanted file of this name.
 */
export async function unlikeLanguage(
  file: StoredFile,
  wanted: ArtefactSet,
  languages: AnyKind["languages"],
): Promise<UnlikeFile | undefined> {
  if (languages?.has(file.path) !== true) return undefined;
  const [stem, before] = partsOf(file.path);
  const found = [...wanted].find(([path]) => languages.has(path) && partsOf(path)[0] === stem);
  if (found === undefined) return undefined;
  const [path, artefact] = found;
  const after = partsOf(path)[1];
  const language: Difference = { place: ["language"], sort: "changed", before, after };
  const own = { path, bytes: await peekAt(artefact) };
  const [was, is] = await Promise.all([languages.inOne(file, own), languages.inOne(own, file)]);
  const unread: Difference = { place: [], sort: "unexplained", after: NOT_READ };
  const rest = was && is ? (meaningsOf(was.bytes, is.bytes) ?? [unread]) : [unread];
  const differences = shownOf([language, ...rest], artefact);
  return { field: file.field, path, state: "changed", differences };
}

const NOT_READ = "what it says in both languages cannot be compared";

/** Undefined where a document cannot be parsed. */
function meaningsOf(before: Uint8Array, after: Uint8Array): readonly Difference[] | undefined {
  try {
    return xmlDifferences(before, after, { hole: HOLE });
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

function shownOf(
  found: readonly Difference[],
  { isSecret }: Pick<Artefact, "isSecret">,
): readonly Difference[] {
  return isSecret === true ? found.map(concealed) : found;
}

/** The content for comparisons, with holes where secrets are missing. */
export function peekAt({ load, peek = load }: Artefact): Promise<Uint8Array> {
  return peek();
}

/** Splits a path at its last dot. */
export function partsOf(path: string): readonly [stem: string, ending: string] {
  const dot = path.lastIndexOf(".");
  return dot === -1 ? [path, ""] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** A path with an ending: that of the source, where the path has none. */
export function nameOf(path: string, artefact: Pick<Artefact, "path">): string {
  return /\.\w+$/.test(path) ? path : artefact.path;
}
