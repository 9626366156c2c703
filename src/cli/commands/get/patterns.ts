/** The objects that `plumbline get` is asked for. */
import { formatAddress } from "../../../model/address.ts";
import { type Diagnostic, warning } from "../../../model/diagnostic.ts";
import { likeMatcher } from "../../../model/like.ts";
import type { SurveyWants } from "../../../reconciler/engine/inspect/survey.ts";
import { kinds } from "../../../reconciler/kinds/registry.ts";
import { objectKind } from "../../settings/object-names.ts";
import type { Entry } from "./entries.ts";

/** Kinds as in the catalog; a word after a kind is a name of that kind, as in kubectl. */
export function patternsOf(words: readonly string[]): readonly string[] {
  const patterns: string[] = [];
  let kind: string | undefined;
  let isNamed = false;
  for (const word of words) {
    const [first = ""] = word.split("/", 1);
    const found = first.includes("*") ? undefined : objectKind(first);
    const isName = kind !== undefined && found === undefined && !word.includes("/");
    if (isName && !isNamed) patterns.pop();
    patterns.push(isName ? `${kind}/${word}` : `${found ?? first}${word.slice(first.length)}`);
    isNamed = isName;
    if (!isName) kind = word.includes("/") ? undefined : found;
  }
  return patterns;
}

/** Whether the kind of a pattern is one. */
export function isKnown(pattern: string): boolean {
  const [kind = ""] = pattern.split("/", 1);
  return [...kinds.keys()].some(globOf(kind));
}

/** The objects to read for some patterns. */
export function wantsOf(patterns: readonly string[]): SurveyWants {
  const globs = patterns.map((pattern) => {
    const [kind = ""] = pattern.split("/");
    return { kind: globOf(kind), whole: globOf(pattern.includes("/") ? pattern : `${pattern}/*`) };
  });
  return {
    kind: (name) => globs.length === 0 || globs.some(({ kind }) => kind(name)),
    address: (address) => {
      const text = formatAddress(address);
      return globs.length === 0 || globs.some(({ whole }) => whole(text));
    },
  };
}

/** `*` matches any characters, `?` one. */
function globOf(pattern: string): (text: string) => boolean {
  const plain = pattern.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const like = plain.replaceAll("*", "%").replaceAll("?", "_");
  return likeMatcher(like, { ignoreCase: false });
}

/** Warns of objects that are asked for by their whole address and not there. */
export function missingAmong(
  patterns: readonly string[],
  found: readonly Pick<Entry, "text">[],
): readonly Diagnostic[] {
  const there = new Set(found.map(({ text }) => text));
  return patterns
    .filter((one) => one.includes("/") && !/[*?]/.test(one) && !there.has(one))
    .map((address) =>
      warning("object-unknown", `There is no ${address} on the server`, { address }),
    );
}
