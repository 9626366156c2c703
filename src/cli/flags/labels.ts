/** Labels in flags and plan files. */

/** Parses `a=1,b=2`, sorted by name. Throws Error. */
export function parseLabels(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").map((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw new Error("It must be LABEL=VALUE.");
    return [name, value.trim()] as const;
  });
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new Error("Each label has one value: to have any of several, give the flag again.");
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
