/** Reads objects of regular nouns (`model/noun.ts`) from their shared file. */
import { defined } from "../../model/defined.ts";
import { each } from "../../model/each.ts";
import { type Part, usualOf } from "../../model/schema.ts";
import type { PlainObject } from "../../model/noun.ts";
import { plainNouns, type AnyPlainNoun } from "../../model/nouns.ts";
import { parsePatch } from "../../wire/codec.ts";
import { asList, member, memberText, members } from "../../wire/tree.ts";
import type { RecordValues } from "../../server/catalog/records.ts";
import { detailsIn, readDocument, unlessDamaged, type Loading } from "./document.ts";
import { recordOf, type DirectoryRecord } from "./objects.ts";

/** Reads all regular nouns. */
export async function loadRegular(loading: Loading): Promise<readonly DirectoryRecord[]> {
  return (await each(plainNouns, (noun) => recordsOf(loading, noun))).flat();
}

async function recordsOf(
  loading: Loading,
  { record, stored, document, label }: AnyPlainNoun,
): Promise<readonly DirectoryRecord[]> {
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
  return (await Promise.all(read)).flatMap((object) => {
    const { name, ...value } = (object ?? {}) as Partial<PlainObject>;
    if (name) return [recordOf(record, name, value as RecordValues[typeof record])];
    if (object !== undefined)
      loading.notes.damaged({ file, message: `A ${label} has no name; it is left out` });
    return [];
  });
}
