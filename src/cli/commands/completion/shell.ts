/** What scripts of several shells need. Pure. */
import type { CommandModel, Value } from "./model.ts";

/** A text between single quotes, as bash and zsh read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The first sentence of a description, or all of a short one. */
export function brief(description: string): string {
  const [first = ""] = description.split(/[;:.](?:\s|$)/);
  return first.replaceAll("\n", " ").trim();
}

/** Command and flag, for each flag that takes a value, as `words flag`. */
export function takingValues(commands: readonly CommandModel[]): readonly string[] {
  return commands.flatMap(({ words, flags }) =>
    flags
      .filter(({ value }) => value !== undefined)
      .flatMap(({ names }) => names.map((name) => `${words.join(" ")} ${name}`)),
  );
}

/** Flags of commands, put together where their values are the same. */
export function valuesByMeaning(
  commands: readonly CommandModel[],
): readonly { readonly patterns: readonly string[]; readonly value: Value }[] {
  const found = commands.flatMap(({ words, flags }) =>
    flags.flatMap(({ names, value }) =>
      value === undefined
        ? []
        : names.map((name) => ({ pattern: `${words.join(" ")} ${name}`, value })),
    ),
  );
  return [...Map.groupBy(found, ({ value }) => JSON.stringify(value)).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : [{ patterns: same.map(({ pattern }) => pattern), value: first.value }];
  });
}
