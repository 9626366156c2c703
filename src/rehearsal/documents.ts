/** Reads documents of the original and writes them to the copy. */
import type { Address } from "../model/address.ts";
import { each } from "../model/each.ts";
import { documentIn } from "../wire/answered-document.ts";
import { parseNames } from "../wire/list.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { asWritten, renderXml } from "../wire/xml.ts";
import { ALL, ifShown, xmlRequest, type Copying } from "./copying.ts";
import { addressOf, type FoundDocument, type Noun, type Place } from "./nouns.ts";

/** Names at a place of the original; empty if it is missing or unreadable. */
export async function namesAt<At extends Place>(
  copying: Copying,
  noun: Noun<At>,
  at: At,
): Promise<readonly string[]> {
  const { collection, element } = noun;
  return (await listed(copying, addressOf(noun, at, ALL), [collection(at, "xml"), element])) ?? [];
}

/** Names in a list of the original; undefined if it is missing or unreadable. */
export function listed(
  copying: Copying,
  all: Address,
  [path, element]: readonly [path: string, element: string],
): Promise<readonly string[] | undefined> {
  return ifShown(copying, all, async () => {
    const response = await getIfThere(copying.original.read, path);
    return response && parseNames(response, element);
  });
}

/** Undefined if the document is missing or unreadable. */
export async function readDocument<At extends Place>(
  copying: Copying,
  noun: Noun<At>,
  { at, name }: { readonly at: At; readonly name: string },
): Promise<FoundDocument<At> | undefined> {
  const address = addressOf(noun, at, name);
  return ifShown(copying, address, async () => {
    const response = await getIfThere(copying.original.read, noun.path(at, name, "xml"));
    if (response === undefined) return undefined;
    const kind = noun.kindOf?.(response) ?? noun.kind;
    const { root, content, broken } = documentIn(response);
    // A truncated document is copied as far as it goes.
    const text = broken === undefined ? bodyText(response) : renderXml(root, asWritten(content));
    return { address: { ...address, kind }, at, text, response };
  });
}

export async function readDocuments<At extends Place>(
  copying: Copying,
  noun: Noun<At>,
  at: At,
): Promise<readonly FoundDocument<At>[]> {
  const names = await namesAt(copying, noun, at);
  const found = await each(names, (name) => readDocument(copying, noun, { at, name }));
  return found.filter((document) => document !== undefined);
}

/** Creates or updates an object of the copy; true if it exists then. */
export async function writeDocument<At extends Place>(
  copying: Copying,
  noun: Noun<At>,
  found: FoundDocument<At>,
): Promise<boolean> {
  const { address, at } = found;
  const send = (method: "POST" | "PUT", path: string, body: string) => {
    const request = xmlRequest(method, path, body);
    return copying.write(
      address,
      noun.isConfidential ? { ...request, confidential: true } : request,
    );
  };
  const path = noun.path(at, address.name);
  if (await isThere(copying, noun, found)) return send("PUT", path, found.text);
  const isMade = await send("POST", noun.collection(at), noun.newBody?.(found) ?? found.text);
  if (isMade && noun.isSentAgain?.(found) === true) await send("PUT", path, found.text);
  return isMade;
}

async function isThere<At extends Place>(
  { attempt }: Copying,
  noun: Noun<At>,
  { at, address }: FoundDocument<At>,
): Promise<boolean> {
  if (noun.isThere !== "maybe") return noun.isThere === "always";
  const { status } = await attempt({ method: "GET", path: noun.path(at, address.name, "xml") });
  return status === 200;
}
