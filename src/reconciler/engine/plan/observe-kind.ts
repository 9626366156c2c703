/**
 * Reads objects of one kind and records differences of files, so reports need no further read. GET
 * only.
 */
import { addressMap, byAddress } from "../../../model/address-map.ts";
import type { DigestLookup } from "../../../wire/digest.ts";
import type {
  AnyKind,
  KindContext,
  Live,
  StoredFile,
  UnlikeFile,
  WantedObject,
} from "../../kind.ts";
import { madeOnce } from "../../lazy.ts";
import { readByDigest } from "./by-digest.ts";

/** The live objects, and others that the kind returns. Rejects when a read fails. */
export async function observeKind(
  kind: AnyKind,
  context: KindContext,
  wanted: readonly WantedObject[],
  together?: DigestLookup,
): Promise<readonly Live[]> {
  const { lives, rest } = await readByDigest(kind, context, wanted, together);
  // An empty request returns what the kind reads unasked.
  if (rest.length === 0 && wanted.length > 0) return lives;
  const unlike = addressMap(rest.map(({ address }) => [address, [] as UnlikeFile[]] as const));
  const asked = rest.map((one) => withFiles(kind, one, context, unlike.get(one.address)));
  const read = await kind.observe(context, asked);
  const payloads = byAddress(rest);
  const withUnlike = (live: Live): Live => {
    const found = [
      ...(unlike.get(live.address) ?? []),
      ...moreOrFewer(kind, live, payloads.get(live.address)?.payload),
    ];
    return found.length === 0 ? live : { ...live, unlike: found };
  };
  return [...lives, ...read.map(withUnlike)];
}

const sameFile = madeOnce(() => import("./same-file.ts"));
const unlikeFiles = madeOnce(() => import("./unlike-file.ts"));

function withFiles(
  { files, fields, languages }: AnyKind,
  wanted: WantedObject,
  context: KindContext,
  noted: UnlikeFile[] | undefined,
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
    if (unlike !== undefined && rule !== undefined) noted?.push(unlike);
    return false;
  };
  return { ...wanted, isSameFile };
}

function moreOrFewer(
  { files }: AnyKind,
  { paths = {} }: Live,
  payload: unknown,
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
