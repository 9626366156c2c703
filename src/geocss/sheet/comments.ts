/** Titles and abstracts in comments before rules. */
import type { Localized } from "../styling.ts";

/** The texts of a rule by language. */
export interface RuleWords {
  readonly title: ReadonlyMap<string, readonly string[]>;
  readonly abstract: ReadonlyMap<string, readonly string[]>;
}

const LINE = /@(title|abstract)(?:\[([^\]\r\n]{0,64})\])?[ \t]*:?[ \t]*([^\r\n]*)/g;

/** Reads `@title …`, `@title[it] …` and likewise `@abstract`, one per line. */
export function wordsOf(comments: readonly string[]): RuleWords {
  const words = {
    title: new Map<string, string[]>(),
    abstract: new Map<string, string[]>(),
  };
  for (const comment of comments) {
    for (const [, kind, language = "", rest = ""] of comment.matchAll(LINE)) {
      const text = rest.trim();
      const of = kind === "title" ? words.title : words.abstract;
      // A locale may be written with a hyphen or an underscore.
      const locale = language.trim().replaceAll("-", "_");
      if (text === "") continue;
      const others = of.get(locale);
      if (others === undefined) of.set(locale, [text]);
      else others.push(text);
    }
  }
  return words;
}

/** Joins the words of rules, the weakest first. */
export function joinWords(parts: readonly RuleWords[]): { title: Localized; abstract: Localized } {
  return {
    title: joined(
      parts.map(({ title }) => title),
      ", ",
    ),
    abstract: joined(
      parts.map(({ abstract }) => abstract),
      "\n",
    ),
  };
}

function joined(parts: readonly RuleWords["title"][], separator: string): Localized {
  const texts = new Map<string, string>();
  for (const part of parts) {
    for (const [locale, own] of part) {
      const before = texts.get(locale);
      texts.set(locale, [...(before === undefined ? [] : [before]), ...own].join(separator));
    }
  }
  return texts;
}
