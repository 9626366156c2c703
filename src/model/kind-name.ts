/** Kind names as people write them: in any case, in the plural, or short. Pure. */

/** Short names. They are listed, so that a new kind changes none of them. */
export const shortNames: Readonly<Record<string, string>> = {
  cs: "CoverageStore",
  ds: "DataStore",
  ft: "FeatureType",
  gs: "GridSet",
  im: "ImageMosaic",
  lg: "LayerGroup",
  ns: "Workspace",
  tl: "TileLayer",
  ws: "Workspace",
};

/** The kind that a word means; undefined for none. */
export function kindNamed(word: string, names: readonly string[]): string | undefined {
  if (names.includes(word)) return word;
  const lower = word.toLowerCase();
  const short = Object.hasOwn(shortNames, lower) ? shortNames[lower] : undefined;
  return (
    names.find((name) => name.toLowerCase() === lower) ??
    names.find((name) => singular(name.toLowerCase()) === singular(lower)) ??
    names.find((name) => name === short)
  );
}

function singular(word: string): string {
  return word.replace(/s$/, "");
}

/** An address, or a pattern of addresses, with the kind spelled as in `names` if it is one. */
export function withKindNamed(text: string, names: readonly string[]): string {
  const [word = ""] = text.split("/", 1);
  return `${kindNamed(word, names) ?? word}${text.slice(word.length)}`;
}
