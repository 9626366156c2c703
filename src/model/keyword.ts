/** Keywords with language and vocabulary, encoded in one text. */
import { defined } from "./defined.ts";

/** A keyword. */
export interface Keyword {
  readonly value: string;
  readonly language?: string | undefined;
  readonly vocabulary?: string | undefined;
}

const FORM =
  /^(?<value>[^\\]+)(?:\\@language=(?<language>[^\\]+)\\;)?(?:\\@vocabulary=(?<vocabulary>[^\\]+)\\;)?$/;

/** Parses a text; undefined where servers refuse it. */
export function parseKeyword(text: string): Keyword | undefined {
  const groups = FORM.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { value = "", language, vocabulary } = groups;
  return defined({ value, language, vocabulary });
}

/** The document text of a keyword. */
export function formatKeyword({ value, language, vocabulary }: Keyword): string {
  const told = language === undefined ? "" : `\\@language=${language}\\;`;
  return `${value}${told}${vocabulary === undefined ? "" : `\\@vocabulary=${vocabulary}\\;`}`;
}

/** As a manifest says it: a text where the keyword has only a value. */
export function spelledKeyword(text: string): string | Keyword {
  const { language, vocabulary, value = text } = parseKeyword(text) ?? {};
  if (language === undefined && vocabulary === undefined) return value;
  return { value, ...defined({ language, vocabulary }) };
}
