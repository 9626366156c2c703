/** Explains YAML errors with a remedy, without the parser's grammar terms. Pure. */

export interface ParserProblem {
  readonly code: string;
  readonly message: string;
  /** Start and end in the text. */
  readonly pos: readonly [number, number];
}

export interface YamlProblem {
  readonly message: string;
  readonly hint?: string;
}

/** Problems that cause no others, so all of them are reported. */
const ALONE: ReadonlySet<string> = new Set([
  "BAD_ALIAS",
  "BAD_DQ_ESCAPE",
  "DUPLICATE_KEY",
  "TAG_RESOLVE_FAILED",
]);

/** After the first syntax error, problems are only its consequences. */
export function relevantProblems(problems: readonly ParserProblem[]): readonly ParserProblem[] {
  const inOrder = problems.toSorted((a, b) => a.pos[0] - b.pos[0]);
  const first = inOrder.findIndex(({ code }) => !ALONE.has(code));
  return first === -1 ? inOrder : inOrder.slice(0, first + 1);
}

/** `all` are the problems of the document; `text` is the file's. */
export function yamlProblem(
  { code, message, pos }: ParserProblem,
  all: readonly ParserProblem[],
  text: string,
): YamlProblem {
  return WORDS[code]?.({ plain: message, at: text.slice(pos[0]), all }) ?? { message };
}

interface Found {
  /** The parser's message. */
  readonly plain: string;
  /** The text from the problem on. */
  readonly at: string;
  readonly all: readonly ParserProblem[];
}

const ALIKE = "Indent all fields of a level equally, with two spaces per level.";
const QUOTES = "Put quotes around it.";

const WORDS: Partial<Readonly<Record<string, (found: Found) => YamlProblem | undefined>>> = {
  BAD_ALIAS: () => ({
    message: "A * begins a reference here, and none follows",
    hint: `Put quotes around a text that begins with *, such as "*".`,
  }),
  BAD_DQ_ESCAPE: ({ at }) => ({
    message: `The escape ${at.slice(0, 2)} is not known`,
    hint: String.raw`Between double quotes a backslash is written \\; single quotes leave it as it is.`,
  }),
  BAD_INDENT: ({ plain }) =>
    unclosed(plain) ?? {
      message: "This line is indented neither like the fields above it nor like those around them",
      hint: ALIKE,
    },
  BAD_SCALAR_START: ({ at }) => ({ message: `A value cannot begin with ${at[0]}`, hint: QUOTES }),
  BLOCK_AS_IMPLICIT_KEY: ({ all }) =>
    all.some(({ code }) => code === "MULTILINE_IMPLICIT_KEY")
      ? {
          message: "The next line is indented deeper than this one, which has a value already",
          hint: ALIKE,
        }
      : { message: "This value contains a colon followed by a space", hint: QUOTES },
  DUPLICATE_KEY: ({ at }) => ({
    message: `The field ${at.split(":", 1)[0]?.trim()} is there twice`,
    hint: "Keep one of the two.",
  }),
  MISSING_CHAR: ({ plain }) => unclosed(plain) ?? quotation(plain),
  MULTILINE_IMPLICIT_KEY: () => ({
    message: "This line is no field: no colon follows its name",
    hint: "Write NAME: VALUE; a text of several lines is indented below its field.",
  }),
  TAB_AS_INDENT: ({ plain }) => ({ message: plain, hint: "Use two spaces per level." }),
  TAG_RESOLVE_FAILED: ({ at }) => ({
    message: `The tag ${at.split(/\s/, 1)[0]} is not known`,
    hint: "Tags have no meaning in manifests; put quotes around a text that begins with !.",
  }),
  UNEXPECTED_TOKEN: ({ plain }) =>
    plain.includes("on same line with key")
      ? {
          message: "A list cannot begin on the line of its field",
          hint: "Begin it on the next line, indented.",
        }
      : {
          message: "This text belongs to nothing before it",
          hint: "Put quotes around the whole of a text with special signs, or indent the line as its level is.",
        },
};

function unclosed(plain: string): YamlProblem | undefined {
  const sign = /end with a (\S)/.exec(plain)?.[1];
  if (sign === undefined) return undefined;
  const opened = sign === "]" ? "[" : "{";
  return {
    message: `A ${opened} before this is not closed`,
    hint: `Close it with ${sign}, and indent the lines in between.`,
  };
}

function quotation(plain: string): YamlProblem | undefined {
  if (!/quote/.test(plain)) return undefined;
  const sign = plain.includes('"') ? '"' : "'";
  return { message: "A quotation mark is not closed", hint: `Add the ${sign} at its end.` };
}
