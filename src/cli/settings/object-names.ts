/** Kinds and addresses in arguments and flags, as people write them. */
import { parseAddress, type Address } from "../../model/address.ts";
import { kindNamed, withKindNamed } from "../../model/kind-name.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { didYouMean, unknownWord } from "../../model/nearest.ts";
import { kinds } from "../../reconciler/kinds/registry.ts";
import { manifestKinds } from "../../reconciler/manifest/parse.ts";

/** Kinds of objects, then the kinds of manifests that are called otherwise. */
const names: readonly string[] = [...new Set([...kinds.keys(), ...manifestKinds.keys()])];

/** The kind of objects that a word means; that of a manifest's objects for its own name. */
export function objectKind(word: string): string | undefined {
  return kindNamed(word, [...kinds.keys()]);
}

/** An address or a pattern of addresses with its kind as in the catalog. */
export function asWritten(text: string): string {
  return withKindNamed(text, names);
}

/** The address that a text means; undefined for no address of a known kind. */
export function addressNamed(text: string): Address | undefined {
  const address = parseAddress(asWritten(text));
  return address && kinds.has(address.kind) ? address : undefined;
}

/** What is wrong with a kind, or with the kind of an address. */
export function unknownKind(text: string): string {
  const [word = ""] = text.split("/", 1);
  return unknownWord("kind", word, [...kinds.keys()].toSorted());
}

/** The diagnostic of an address that none of the known ones is. */
export function noObject(text: string, known: readonly string[], lists: string): Diagnostic {
  const hint =
    didYouMean(text, known) ?? `An address is Kind/name or Kind/workspace:name; ${lists}.`;
  return fault("object-unknown", `There is no ${text} to look at`, { hint, address: text });
}
