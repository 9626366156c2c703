/** Compares files by meaning, in words. */
import { compareText } from "../../model/address.ts";
import { contentDifferences, readableText } from "../../wire/content-difference.ts";
import { contentIdentity } from "../../wire/content-identity.ts";
import { concealed, type Difference } from "../../wire/difference.ts";
import { patchOf } from "../../wire/text-difference.ts";
import { nameOf, partsOf, peekAt, unlikeLanguage } from "../engine/plan/unlike-file.ts";
import type { AnyKind, Artefact, ArtefactSet } from "../kind.ts";

/** A file that differs. */
export interface FileDifference {
  /** The path on the new side where both have one. */
  readonly path: string;
  readonly state: "added" | "removed" | "changed";
  /** Empty for whole files. */
  readonly differences: readonly Difference[];
  /** A unified patch, where requested and readable. */
  readonly patch: string | undefined;
}

/** Options of a comparison. */
export interface CompareOptions {
  readonly patch: boolean;
  readonly languages?: AnyKind["languages"];
}

/** Files that differ in meaning, sorted by path. */
export async function compareFiles(
  before: ArtefactSet,
  after: ArtefactSet,
  options: CompareOptions,
): Promise<readonly FileDifference[]> {
  const found: FileDifference[] = [];
  const whole = { differences: [], patch: undefined };
  for (const [one, other] of pairs(before, after, options)) {
    if (one === undefined && other !== undefined)
      found.push({ path: other.path, state: "added", ...whole });
    else if (one !== undefined && other === undefined)
      found.push({ path: one.path, state: "removed", ...whole });
    else if (one !== undefined && other !== undefined)
      found.push(...(await compareFile(one, other, options)));
  }
  return found;
}

interface Named {
  readonly path: string;
  readonly artefact: Artefact;
}

type Pair = readonly [before: Named | undefined, after: Named | undefined];

/** Names without a meaning: two such files can be a pair under any name. */
const UNNAMED = /\.(appschema|sld|css)$/i;

/** Pairs files by path, then single remaining unnamed files, then translations. */
function pairs(
  before: ArtefactSet,
  after: ArtefactSet,
  { languages }: Pick<CompareOptions, "languages">,
): readonly Pair[] {
  const named = (files: ArtefactSet, path: string): Named | undefined => {
    const artefact = files.get(path);
    return artefact === undefined ? undefined : { path, artefact };
  };
  const both = [...after.keys()].filter((path) => before.has(path));
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const fresh = [...after.keys()].filter((path) => !before.has(path));
  const translated = (path: string) =>
    fresh.flatMap((one): readonly (readonly [string, string])[] =>
      isTranslation([path, one], languages) ? [[path, one]] : [],
    );
  const renamed = new Map(
    gone.flatMap((path) => counterpart(path, gone, fresh) ?? translated(path)),
  );
  const taken = new Set(renamed.values());
  return [
    ...both.map((path): Pair => [named(before, path), named(after, path)]),
    ...gone.map((path): Pair => [named(before, path), named(after, renamed.get(path) ?? "")]),
    ...fresh
      .filter((path) => !taken.has(path))
      .map((path): Pair => [undefined, named(after, path)]),
  ].toSorted((a, b) => compareText(pathOf(a), pathOf(b)));
}

function pathOf([before, after]: Pair): string {
  return after?.path ?? before?.path ?? "";
}

function counterpart(
  path: string,
  gone: readonly string[],
  fresh: readonly string[],
): readonly (readonly [string, string])[] | undefined {
  const extension = UNNAMED.exec(path)?.[1]?.toLowerCase();
  const alike = (paths: readonly string[]) =>
    paths.filter((one) => UNNAMED.exec(one)?.[1]?.toLowerCase() === extension);
  const [other, ...more] = alike(fresh);
  const isOnly = extension !== undefined && more.length === 0 && alike(gone).length === 1;
  return isOnly && other !== undefined ? [[path, other]] : undefined;
}

/** Whether the files replace each other in different languages. */
function isTranslation(
  [one, other]: readonly [string, string],
  languages: CompareOptions["languages"],
): boolean {
  if (languages?.has(one) !== true || !languages.has(other)) return false;
  const [[stem, ending], [otherStem, otherEnding]] = [partsOf(one), partsOf(other)];
  return stem === otherStem && ending !== otherEnding;
}

async function compareFile(
  { artefact: before, path: old }: Named,
  { artefact: after, path }: Named,
  { patch, languages }: CompareOptions,
): Promise<readonly FileDifference[]> {
  if (before.digest === after.digest) return [];
  const changed = { path, state: "changed", differences: [], patch: undefined } as const;
  if (languages !== undefined && isTranslation([old, path], languages)) {
    const file = { field: "", path: old, bytes: await peekAt(before) };
    const unlike = await unlikeLanguage(file, new Map([[path, after]]), languages);
    return [{ ...changed, differences: unlike?.differences ?? [] }];
  }
  const [one, other] = [await peekAt(before), await peekAt(after)];
  const [was, is] = [nameOf(old, before), nameOf(path, after)];
  const isSecret = before.isSecret === true || after.isSecret === true;
  if (contentIdentity(was, one) === contentIdentity(is, other))
    return isSecret ? [{ ...changed, differences: [{ place: [], sort: "secret" }] }] : [];
  const differences = contentDifferences(is, one, other);
  if (isSecret) return [{ ...changed, differences: differences.map(concealed) }];
  const texts = [readableText(was, one), readableText(is, other)] as const;
  return [{ ...changed, differences, patch: patch ? patchOf(path, ...texts) : undefined }];
}
