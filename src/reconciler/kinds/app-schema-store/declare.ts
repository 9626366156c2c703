/** Declares app-schema stores: the mapping with its files, without its passwords. */
import { documentIn } from "../../../wire/answered-document.ts";
import { posix } from "node:path";
import { publishedNames } from "../../../model/app-schema.ts";
import type { Address } from "../../../model/address.ts";
import { parseDataStore } from "../../../wire/data-store.ts";
import { parseMapping } from "../../../wire/mapping.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { DeclarePlace, KindContext, Undeclared } from "../../kind.ts";
import { hideSecrets } from "../artefact/hide.ts";
import { goneMeanwhile, type Outcome, declaring } from "../declare/each.ts";
import { mappedSettings } from "./settings.ts";
import { declaredTypes } from "./types.ts";
import { configuredTypes, listStores, readFolder } from "./observe.ts";

export const declareStores = declaring({ inWorkspace: listStores }, declareStore);

async function declareStore(
  context: KindContext,
  address: Address,
  place: DeclarePlace,
): Promise<Outcome> {
  const { kind, name } = address;
  const workspace = address.workspace ?? "";
  const path = pathTo("dataStore", { workspace, store: name }, "xml");
  const response = await getIfThere(context.read, path);
  if (response === undefined) return goneMeanwhile(address);
  const types = await configuredTypes(context, workspace, name);
  const store = parseDataStore(response);
  const url = store.parameters?.get("url") ?? "";
  const found = await readMapping(context, { address, url, place });
  if (typeof found === "string") return withTypes(address, types, found);
  const unlike = unlikeTypes(found, types);
  if (unlike.length > 0) return withTypes(address, types, `${UNLIKE}: ${unlike.join(", ")}`);
  const hidden = hideSecrets(address, found.files);
  if (typeof hidden === "string") return withTypes(address, types, hidden);
  const { mapping, artefacts } = written(hidden.files, address, place.fileName(name));
  const { variables, secrets } = hidden;
  const filled = Object.keys(variables).length === 0 ? {} : { variables };
  const document = documentIn(response).content;
  const settings = mappedSettings.fields.declared(address, document, place.statedOnly);
  const ofTypes = await declaredTypes(context, address, types);
  const notes = [...settings.notes, ...ofTypes.notes];
  const spec = { mapping, ...settings.spec, ...ofTypes.spec, ...filled };
  return { kind, workspace, name, spec, artefacts, secrets, notes };
}

const UNLIKE = "Its mapping publishes other types than the store";

function unlikeTypes({ files, main }: FoundMapping, types: readonly string[]): readonly string[] {
  const mapped = publishedNames(parseMapping(files.get(main) ?? new Uint8Array(), undefined));
  const all = new Set([...types, ...mapped]);
  return [...all].filter((type) => !mapped.includes(type) || !types.includes(type));
}

function written(
  files: ReadonlyMap<string, Uint8Array>,
  { name }: Address,
  file: string,
): { readonly mapping: string; readonly artefacts: ReadonlyMap<string, Uint8Array> } {
  const only = files.size === 1 ? files.get(`${name}.appschema`) : undefined;
  if (only !== undefined) {
    const path = `${file}.appschema`;
    return { mapping: `./${path}`, artefacts: new Map([[path, only]]) };
  }
  const artefacts = new Map([...files].map(([inside, bytes]) => [`${file}/${inside}`, bytes]));
  return { mapping: `./${file}/`, artefacts };
}

/** Without the store, its feature types are not declared either. */
function withTypes(
  address: Address,
  types: readonly string[],
  reason: string,
): readonly Undeclared[] {
  const { workspace, name } = address;
  const parts = types.map((type) => ({
    address: { kind: "FeatureType", workspace, name: type },
    reason: `It is published by the mapping of ${name}, which is not declared`,
  }));
  return [{ address, reason }, ...parts];
}

interface FoundMapping {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly main: string;
}

/**
 * The files of a mapping in the layout of its own folder, or the reason why they cannot be read.
 * Other folders of a data directory also hold the server's own files.
 */
async function readMapping(
  context: KindContext,
  { address, url, place }: { address: Address; url: string; place: DeclarePlace },
): Promise<FoundMapping | string> {
  if (!context.server.resources) return "The files of its mapping cannot be read";
  const usual = `data/${address.workspace}/${address.name}`;
  const at = url.indexOf(`${usual}/`);
  const elsewhere = /^file:(?!\/)(.+)$/.exec(url)?.[1];
  if (at === -1 && (elsewhere === undefined || !place.statedOnly))
    return `Its mapping lies outside of ${usual}: ${url}`;
  const path = at === -1 ? posix.normalize(elsewhere ?? "") : url.slice(at);
  const plain = path.replaceAll("%20", " ").replaceAll("%2B", "+");
  const folder = at === -1 ? posix.dirname(plain) : usual;
  const main = posix.relative(folder, plain);
  if (folder === "." || main.startsWith("..")) return `Its mapping lies elsewhere: ${url}`;
  const wanted = { address, facts: undefined, payload: undefined };
  const stored = await readFolder(context, wanted, folder, "");
  const isOwn = (file: string) => at !== -1 || !CONFIGURATION.test(file);
  const renamed = posix.join(posix.dirname(main), `${address.name}.appschema`);
  const files = [...stored].flatMap(([file, { bytes }]) =>
    bytes === undefined || !isOwn(file) ? [] : [[file === main ? renamed : file, bytes] as const],
  );
  if (!stored.has(main)) return `There is no ${plain}`;
  return { files: new Map(files), main: renamed };
}

/** Files of a data directory that describe a store, not its mapping. */
const CONFIGURATION = /(?:^|\/)(?:datastore|featuretype|layer|namespace|workspace)\.xml$/;
