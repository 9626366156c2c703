/** Keywords: a value, and of some the language that it is in and the vocabulary that it is of. */

/** A keyword. */
export interface Keyword {
  readonly value: string;
  readonly language?: string | undefined;
  readonly vocabulary?: string | undefined;
}

const TEXT =
  /^(?<value>[^\\]+)(?:\\@language=(?<language>[^\\]+)\\;)?(?:\\@vocabulary=(?<vocabulary>[^\\]+)\\;)?$/;

/** Reads the text that documents have for a keyword; undefined for what is none. */
export function parseKeyword(text: string): Keyword | undefined {
  const { value, language, vocabulary } = TEXT.exec(text)?.groups ?? {};
  return value === undefined ? undefined : { value, language, vocabulary };
}

/** The text that documents have for a keyword. */
export function keywordText({ value, language, vocabulary }: Keyword): string {
  const parts = [
    value,
    ...(language === undefined ? [] : [`\\@language=${language}\\;`]),
    ...(vocabulary === undefined ? [] : [`\\@vocabulary=${vocabulary}\\;`]),
  ];
  return parts.join("");
}
