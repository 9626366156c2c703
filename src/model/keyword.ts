/** Keywords with a language and a vocabulary, in the one text that documents hold. */
import { defined } from "./defined.ts";

/** A keyword. */
export interface Keyword {
  readonly value: string;
  readonly language?: string | undefined;
  readonly vocabulary?: string | undefined;
}

const FORM =
  /^(?<value>[^\\]+)(?:\\@language=(?<language>[^\\]+)\\;)?(?:\\@vocabulary=(?<vocabulary>[^\\]+)\\;)?$/;

/** Reads the text of a document; undefined for one that servers refuse. */
export function parseKeyword(text: string): Keyword | undefined {
  const groups = FORM.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { value = "", language, vocabulary } = groups;
  return defined({ value, language, vocabulary });
}

/** The text of a keyword in documents. */
export function formatKeyword({ value, language, vocabulary }: Keyword): string {
  const told = language === undefined ? "" : `\\@language=${language}\\;`;
  return `${value}${told}${vocabulary === undefined ? "" : `\\@vocabulary=${vocabulary}\\;`}`;
}
