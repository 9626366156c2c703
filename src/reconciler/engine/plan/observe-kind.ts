/**
 * Reads objects of one kind and records differences of files, so reports need no further read. GET
 * only.
 */
import { addressMap, type AddressMap } from "../../../model/address-map.ts";
import type { DigestLookup } from "../../../wire/digest.ts";
import type {
  AnyKind,
  KindContext,
  Live,
  StoredFile,
  UnlikeFile,
  WantedObject,
} from "../../kind.ts";
import { once } from "../../lazy.ts";
import { readByDigest } from "./by-digest.ts";

/** The live objects, and others that the kind returns. Rejects when a read fails. */
export async function observeKind(
  kind: AnyKind,
  context: KindContext,
  given: { readonly wanted: readonly WantedObject[]; readonly together?: DigestLookup | undefined },
): Promise<readonly Live[]> {
  const { wanted } = given;
  const { lives, rest } = await readByDigest(kind, context, given);
  // An empty request returns what the kind reads unasked.
  if (rest.length === 0 && wanted.length > 0) return lives;
  const noted = addressMap(rest.map((one) => [one.address, noting(one)] as const));
  const read = await kind.observe(
    context,
    rest.map((one) => withFiles(kind, one, { noted, context })),
  );
  return [...lives, ...read.map((live) => withUnlike(kind, live, noted))];
}

interface Noted {
  readonly wanted: WantedObject;
  readonly unlike: UnlikeFile[];
}

function noting(wanted: WantedObject): Noted {
  return { wanted, unlike: [] };
}

const sameFile = once(() => import("./same-file.ts"));
const unlikeFiles = once(() => import("./unlike-file.ts"));

function withFiles(
  { files, fields, languages }: AnyKind,
  wanted: WantedObject,
  { noted, context }: { readonly noted: AddressMap<Noted>; readonly context: KindContext },
): WantedObject {
  if (files === undefined || wanted.payload === undefined) return wanted;
  const own = files(wanted.payload);
  const isSameFile = async (file: StoredFile) => {
    const [artefact, rule] = [own.get(file.path), fields[file.field]];
    if (artefact !== undefined && rule !== undefined) {
      const { isSameFile: compare } = await sameFile();
      if (await compare(file, artefact, rule)) return true;
    }
    context.met?.(wanted.address, file);
    const { unlikeFile, unlikeLanguage } = await unlikeFiles();
    const unlike =
      artefact === undefined
        ? await unlikeLanguage(file, own, languages)
        : await unlikeFile(file, artefact);
    if (unlike !== undefined && rule !== undefined) noted.get(wanted.address)?.unlike.push(unlike);
    return false;
  };
  return { ...wanted, isSameFile };
}

/** In the order of the paths. */
function withUnlike(kind: AnyKind, live: Live, noted: AddressMap<Noted>): Live {
  const found = noted.get(live.address);
  if (found === undefined) return live;
  const unlike = [...found.unlike, ...moreOrFewer(kind, live, found.wanted)];
  return unlike.length === 0 ? live : { ...live, unlike };
}

function moreOrFewer(
  { files }: AnyKind,
  { paths = {} }: Live,
  { payload }: WantedObject,
): readonly UnlikeFile[] {
  if (files === undefined || payload === undefined) return [];
  const own = [...files(payload).keys()];
  return Object.entries(paths).flatMap(([field, there]) => {
    const whole = (state: UnlikeFile["state"]) => (path: string) => {
      return { field, path, state, differences: [] };
    };
    const added = own.filter((path) => !there.includes(path)).map(whole("added"));
    const removed = there.filter((path) => !own.includes(path)).map(whole("removed"));
    return [...added, ...removed];
  });
}
