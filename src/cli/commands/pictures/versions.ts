/** The two versions of a changed style, parsed for drawing. */
import { byAddress } from "../../../model/address-map.ts";
import { painter as limits } from "../../../model/limits.ts";
import type { Version } from "../../../painter/page/beside.ts";
import type { Change } from "../../../reconciler/engine/plan/plan.ts";
import type {
  Artefact,
  ArtefactSet,
  FileContent,
  Resource,
  StoredFile,
} from "../../../reconciler/kind.ts";
import { kinds } from "../../../reconciler/kinds/registry.ts";
import { cachedImages, stylingIn, type ImageBytes } from "../style/styling.ts";
import { DRAWN, type MetStyles } from "./met-styles.ts";

/** A version, or why it is not drawn (a sentence without a full stop). */
export type VersionOrReason = Version | string;

/** `before` is undefined for a new style. */
export interface Versions {
  readonly before: VersionOrReason | undefined;
  readonly after: VersionOrReason;
}

export interface VersionSources {
  readonly resources: ReturnType<typeof byAddress<Resource>>;
  readonly met: MetStyles;
}

/** The versions of a changed style; undefined where no drawable content is declared. */
export async function versionsOf(
  change: Change,
  { resources, met }: VersionSources,
): Promise<Versions | undefined> {
  const declared = declaredIn(resources.get(change.address));
  if (declared === undefined) return undefined;
  const { content, artefact, files } = declared;
  if (artefact.isSecret === true) return { before: undefined, after: "it holds secrets" };
  const images = await loaded(files, content);
  const after = await unlessUnreadable(async () =>
    versionIn(content, await artefact.load(), (path) => images.get(path)),
  );
  if (change.action === "create") return { before: undefined, after };
  const found = [...met.of(change.formerly ?? change.address), ...met.of(change.address)];
  const before = await unlessUnreadable(async () => {
    const there = await contentBefore(change, declared, found);
    if (there === undefined) return "what the server holds was not seen";
    return versionIn(there.path, there.bytes, imagesBefore(change, { files, images, found }));
  });
  return { before, after };
}

interface DeclaredStyle {
  readonly content: string;
  readonly artefact: Artefact;
  readonly files: ArtefactSet;
}

function declaredIn(resource: Resource | undefined): DeclaredStyle | undefined {
  if (resource === undefined) return undefined;
  const files = kinds.get(DRAWN)?.files?.(resource.payload) ?? new Map<string, Artefact>();
  const [found] = [...files].filter(([path]) => CONTENT.test(path));
  return found && { content: found[0], artefact: found[1], files };
}

/** The live content: the kept file, or the declared one where they are equal. */
async function contentBefore(
  { fields }: Change,
  { content, artefact }: DeclaredStyle,
  found: readonly StoredFile[],
): Promise<FileContent | undefined> {
  const old = found.find(({ field }) => field === "content");
  if (old !== undefined) return old;
  const isSame = fields.every(({ field }) => !CONTENTS.has(field));
  return isSame ? { path: content, bytes: await artefact.load() } : undefined;
}

const CONTENT = /^content\.\w+$/;
const CONTENTS: ReadonlySet<string> = new Set(["format", "content"]);

function versionIn(path: string, bytes: Uint8Array, images: ImageBytes): VersionOrReason {
  if (!/\.(?:css|sld)$/.test(path)) return "its language is not drawn";
  const { styling, problems = [] } = stylingIn(bytes, { isSheet: path.endsWith(".css") });
  if (styling !== undefined) return { styling, findImage: cachedImages(images) };
  const [first] = problems;
  return first?.message ?? "it cannot be read";
}

/** An undrawable style must not prevent the report. */
async function unlessUnreadable(work: () => Promise<VersionOrReason>): Promise<VersionOrReason> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

/** Images within the limits, by name. */
async function loaded(
  files: ArtefactSet,
  content: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const images = new Map<string, Uint8Array>();
  let left: number = limits.imagesBytes;
  for (const [path, artefact] of files) {
    const { bytes, load, isSecret }: Artefact = artefact;
    if (path === content || isSecret === true || bytes > Math.min(left, limits.imageBytes))
      continue;
    left -= bytes;
    images.set(path, await load());
  }
  return images;
}

/** Live images: kept files where they differ, else the declared ones that the live facts name. */
function imagesBefore(
  { before }: Pick<Change, "before">,
  about: {
    readonly files: ArtefactSet;
    readonly images: ReadonlyMap<string, Uint8Array>;
    readonly found: readonly StoredFile[];
  },
): ImageBytes {
  const { files, images, found } = about;
  const there = before?.["images"];
  return (path) => {
    const other = found.find((file) => file.field === "images" && file.path === path);
    if (other !== undefined) return other.bytes;
    const isSame = !Array.isArray(there) || there.includes(`${path} ${files.get(path)?.digest}`);
    return isSame ? images.get(path) : undefined;
  };
}
