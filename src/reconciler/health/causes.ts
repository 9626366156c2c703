/**
 * What a failure of a map service means, in words, with the object at fault. The texts are those of
 * GeoServer (docs/compatibility.md, "What map services answer").
 */
import { formatAddress, type Address } from "../../model/address.ts";
import { splitQualifiedName } from "../../model/layer.ts";

/** What is known of the layer that failed. */
export interface Behind {
  readonly address: Address;
  /** Its style, as `workspace:name` or `name`. */
  readonly style: string | undefined;
  /** Its store; undefined for groups. */
  readonly store: Address | undefined;
  /** The feature type or coverage. */
  readonly published: Address | undefined;
}

/** A cause; without an address the layer itself is at fault. */
export interface Cause {
  readonly text: string;
  readonly cause?: Address | undefined;
}

type Words = (found: RegExpExecArray, names: Names) => Cause;

interface Names {
  readonly style: Named;
  readonly store: Named;
  readonly published: Named;
  readonly layer: Named;
}

/** An object with its name in sentences. */
interface Named {
  readonly words: string;
  readonly cause: Address | undefined;
}

const about =
  (what: keyof Names, words: (found: RegExpExecArray) => string): Words =>
  (found, names) => ({ text: `${names[what].words} ${words(found)}`, cause: names[what].cause });

/** The first pattern that matches counts. */
const patterns: readonly (readonly [pattern: RegExp, words: Words])[] = [
  [
    /attribute named '([^']+)', not found in the '([^']+)' layer/,
    about(
      "style",
      ([, attribute, layer]) =>
        `asks for the attribute \`${attribute}\`, which ${layer} does not have`,
    ),
  ],
  [
    /Unable to find function (\S+)/,
    about("style", ([, name]) => `calls the function ${name}, which the server does not have`),
  ],
  [
    /specified mark (\S+) was not found/,
    about("style", ([, name]) => `draws with the mark ${name}, which the server does not have`),
  ],
  [/No such style: (\S+)/, about("style", () => "is not there")],
  [
    /SAXParseException|Could not extract a UserStyle/,
    about("style", () => "cannot be read: its content is no style, or is cut off"),
  ],
  [/defaultStyle\b.*is null/s, about("layer", () => "has no default style")],
  [/Can't parse complex datastore config|Error applying mapping/, mappingFault],
  [
    /Unable to obtain connection|PoolableConnectionFactory/,
    about("store", () => "cannot reach its database"),
  ],
  [
    /Schema '([^']+)' does not exist/,
    about(
      "published",
      ([, name]) => `has no source: the table or type ${name} is not in its store`,
    ),
  ],
  [
    /ERROR: ([^\n]+)/,
    about("published", ([, words]) => `cannot be queried, the database says: ${words}`),
  ],
  [
    /Unable to compute extrema/,
    about(
      "published",
      () => "has a time or elevation, and no granule to take its newest value from",
    ),
  ],
  [
    /Connect to (\S+) .*?failed|Connection refused/,
    about("store", () => "cannot reach the remote server that it passes on"),
  ],
  [
    /Unable to acquire a reader|Failed to create reader|FileNotFoundException|could not read|"ImageRead"/i,
    about("store", () => "cannot be opened: its file is not there, or cannot be read"),
  ],
  [/getGeometryDescriptor\(\)" is null/, about("published", () => "has no geometry to draw")],
  [
    /Error getting FeatureType/,
    about("published", () => "cannot be opened: its source is not there"),
  ],
];

function mappingFault({ input }: RegExpExecArray, { store: { words, cause } }: Names): Cause {
  const [, target] = /targetAttribute (\S+)/.exec(input) ?? [];
  const [, column] = /accessor for attribute \(([^)]+)\)/.exec(input) ?? [];
  if (input.includes("Can't parse"))
    return { text: `${words} has a mapping that cannot be read`, cause };
  const of = target === undefined ? "" : ` of ${target}`;
  const why =
    column === undefined
      ? "does not fit its data"
      : `names the column ${column}, which is not there`;
  return { text: `${words} has a mapping${of} that ${why}`, cause };
}

/** Longest part of a text of the server that is shown. */
const SHOWN = 200;

/** Words for the text of an exception. */
export function causeOf(text: string, { address, style, store, published }: Behind): Cause {
  const drawnIn: Address | undefined =
    style === undefined ? undefined : { kind: "Style", ...splitQualifiedName(style) };
  const names: Names = {
    style: named(drawnIn, "its style"),
    store: named(store, "its store"),
    published: named(published, "it"),
    layer: { words: named(address, "it").words, cause: undefined },
  };
  for (const [pattern, words] of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return words(found, names);
  }
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return { text: `the server says: ${(lines.at(-1) ?? "nothing").slice(0, SHOWN)}` };
}

function named(address: Address | undefined, otherwise: string): Named {
  return { words: address === undefined ? otherwise : formatAddress(address), cause: address };
}
