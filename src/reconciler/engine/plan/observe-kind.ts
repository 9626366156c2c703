/**
 * Reads objects of one kind. The kind reads; whether a file is the wanted one, or an object as its digest says, it is
 * reported. What a file says that is not the wanted one is put into words when it was read, so that nothing is read
 * again for them. GET only.
 */
import { addressMap, type AddressMap } from "../../../model/address-map.ts";
import type { DigestLookup } from "../../../wire/digest.ts";
import type { AnyKind, KindContext, Live, StoredFile, UnlikeFile, Wanted } from "../../kind.ts";
import { readByDigest } from "./by-digest.ts";

/** What of it is there, with further objects that the kind brings along. Rejects when a read fails. */
export async function observeKind(
  kind: AnyKind,
  context: KindContext,
  given: { readonly wanted: readonly Wanted[]; readonly together?: DigestLookup | undefined },
): Promise<readonly Live[]> {
  const { wanted } = given;
  const { lives, rest } = await readByDigest(kind, context, given);
  // Who asks for nothing gets what the kind brings by itself.
  if (rest.length === 0 && wanted.length > 0) return lives;
  const noted = addressMap(rest.map((one) => [one.address, noting(one)] as const));
  const read = await kind.observe(
    context,
    rest.map((one) => withFiles(kind, one, { noted, context })),
  );
  return [...lives, ...read.map((live) => withUnlike(kind, live, noted))];
}

/** What is wanted, with what was found of its files. */
interface Noted {
  readonly wanted: Wanted;
  readonly unlike: UnlikeFile[];
}

function noting(wanted: Wanted): Noted {
  return { wanted, unlike: [] };
}

function withFiles(
  { files, fields, languages }: AnyKind,
  wanted: Wanted,
  { noted, context }: { readonly noted: AddressMap<Noted>; readonly context: KindContext },
): Wanted {
  if (files === undefined || wanted.payload === undefined) return wanted;
  const own = files(wanted.payload);
  const isSameFile = async (file: StoredFile) => {
    const [artefact, rule] = [own.get(file.path), fields[file.field]];
    if (artefact !== undefined && rule !== undefined) {
      const { isSameFile: compare } = await import("./same-file.ts");
      if (await compare(file, artefact, rule)) return true;
    }
    context.met?.(wanted.address, file);
    const { unlikeFile, unlikeLanguage } = await import("./unlike-file.ts");
    const unlike =
      artefact === undefined
        ? await unlikeLanguage(file, own, languages)
        : await unlikeFile(file, artefact);
    if (unlike !== undefined && rule !== undefined) noted.get(wanted.address)?.unlike.push(unlike);
    return false;
  };
  return { ...wanted, isSameFile };
}

/** An object with what of its files is not as wanted, in the order of their paths. */
function withUnlike(kind: AnyKind, live: Live, noted: AddressMap<Noted>): Live {
  const found = noted.get(live.address);
  if (found === undefined) return live;
  const unlike = [...found.unlike, ...moreOrFewer(kind, live, found.wanted)];
  return unlike.length === 0 ? live : { ...live, unlike };
}

/** Files that are there and not wanted, and the other way round. */
function moreOrFewer(
  { files }: AnyKind,
  { paths = {} }: Live,
  { payload }: Wanted,
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
