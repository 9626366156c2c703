/** Reads objects of regular nouns (`model/noun.ts`) from their shared file. */
import { defined } from "../../model/defined.ts";
import { type Part, usualOf } from "../../model/schema.ts";
import type { PlainObject } from "../../model/noun.ts";
import { plainNouns, type AnyPlainNoun } from "../../model/nouns.ts";
import { parsePatch } from "../../wire/codec.ts";
import { asList, member, memberText, members } from "../../wire/tree.ts";
import { detailsIn, each, readDocument, unlessDamaged, type Loading } from "./document.ts";

/** A noun with its objects. */
export interface RegularObjects {
  readonly noun: AnyPlainNoun;
  readonly objects: readonly PlainObject[];
}

/** Reads all regular nouns. */
export async function loadRegular(loading: Loading): Promise<readonly RegularObjects[]> {
  return each(plainNouns, async (noun) => ({ noun, objects: await objectsOf(loading, noun) }));
}

async function objectsOf(
  loading: Loading,
  { stored, document, label }: AnyPlainNoun,
): Promise<readonly PlainObject[]> {
  const found = stored && (await readDocument(loading, stored.file));
  if (found === undefined || stored === undefined) return [];
  const { file, content } = found;
  for (const [name] of members(content)) {
    const text = memberText(content, name);
    if (name === stored.element || name.startsWith("@") || text === stored.usual[name]) continue;
    const message = `The file says ${name} ${text ?? ""} of every ${label}, for which there is no manifest`;
    loading.notes.unread({ file, message });
  }
  const usual = usualOf(document.fields as Readonly<Record<string, Part>>);
  const read = asList(member(content, stored.element)).map((one) =>
    unlessDamaged(loading, found, () => {
      const { details, ...said } = parsePatch(document, one);
      return { ...usual, ...defined(said), details: detailsIn(details) };
    }),
  );
  return (await Promise.all(read)).flatMap((one) => {
    const object = one as PlainObject | undefined;
    if (object?.name) return [object];
    if (object !== undefined)
      loading.notes.damaged({ file, message: `A ${label} has no name; it is left out` });
    return [];
  });
}
