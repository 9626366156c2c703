/** Declares mosaics: the definition without passwords, and the coverages. Granules stay there. */
import { storePlace, type StorePlace } from "../../../model/store.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { isDefinitionPath } from "../../../model/mosaic/granule-path.ts";
import { parseCoverageStore, type CoverageSettings } from "../../../wire/coverage-settings.ts";
import { readProperties } from "../../../wire/mosaic/properties.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { expectFound, get, getIfThere } from "../../../wire/reading.ts";
import { listFolder } from "../../../wire/resource.ts";
import type { DeclarePlace, KindContext, Undeclared } from "../../kind.ts";
import { hideSecrets } from "../artefact/hide.ts";
import { goneMeanwhile, type Outcome, declaring } from "../declare/each.ts";
import { declareDimensions } from "../document/dimensions.ts";
import { folderIn, listMosaics } from "./observe.ts";
import { readPublished } from "./published.ts";
import { mosaicSettings } from "./settings.ts";

export const declareMosaics = declaring({ inWorkspace: listMosaics }, declareMosaic);

async function declareMosaic(
  context: KindContext,
  address: Address,
  place: DeclarePlace,
): Promise<Outcome> {
  const { kind, workspace, name } = address;
  const store = storePlace(address);
  const response = await getIfThere(context.read, pathTo("coverageStore", store, "xml"));
  if (response === undefined) return goneMeanwhile(address);
  const published = await readPublished(context, store);
  const refuse = (reason: string) => withCoverages(address, published, reason);
  if (!context.server.resources) return refuse("The files that define it cannot be read");
  const { url } = parseCoverageStore(response);
  const files = await readDefinition(context, folderIn(url, store));
  if (files.size === 0) return refuse("Its folder contains no definition");
  const hidden = hideSecrets(address, files);
  if (typeof hidden === "string") return refuse(hidden);
  const file = place.fileName(name);
  const unseen = await findUnseen(context, store, published);
  const declared = published.filter((one) => !unseen.has(one)).map(declareCoverage);
  const { variables, secrets } = hidden;
  const document = documentIn(response).content;
  const settings = mosaicSettings.fields.declared(address, document, place.statedOnly);
  const spec = {
    definition: `./${file}/`,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(declared.length === 0 ? {} : { coverages: declared.map((one) => one.spec) }),
    ...settings.spec,
  };
  const artefacts = new Map([...hidden.files].map(([path, bytes]) => [`${file}/${path}`, bytes]));
  const granules = declared.length === 0 ? [] : ["its granules, which stay where they are"];
  const notes = [...granules, ...settings.notes, ...declared.flatMap((one) => one.notes)];
  const declaration = { kind, workspace, name, spec, artefacts, secrets, notes };
  const left = [...unseen].map((coverage): Undeclared => ({
    address: { kind: "Coverage", workspace, name: coverage.name },
    reason: "Its granules cannot be seen, and a mosaic publishes none without granules",
  }));
  return left.length === 0 ? declaration : [declaration, ...left];
}

/** A data directory has no index. */
async function findUnseen(
  { read }: KindContext,
  store: StorePlace,
  published: readonly CoverageSettings[],
): Promise<ReadonlySet<CoverageSettings>> {
  const found = await Promise.all(
    published.map(async (coverage) => {
      const path = pathTo("coverageIndex", { ...store, coverage: coverage.name }, "xml");
      return (await get(read, path)).status === 404 ? [coverage] : [];
    }),
  );
  return new Set(found.flat());
}

function withCoverages(
  address: Address,
  published: readonly CoverageSettings[],
  reason: string,
): readonly Undeclared[] {
  const { workspace, name } = address;
  const parts = published.map((coverage) => ({
    address: { kind: "Coverage", workspace, name: coverage.name },
    reason: `It is published by the mosaic ${name}, which is not declared`,
  }));
  return [{ address, reason }, ...parts];
}

/** Reads the text files at the top of a mosaic, without generated ones. */
async function readDefinition(
  { read }: KindContext,
  folder: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = ((await listFolder(read, folder)) ?? []).filter(isDefinitionPath);
  const files = new Map<string, Uint8Array>();
  for (const name of names) {
    const file = resourcePath(`${folder}/${name}`);
    const response = await get(read, file);
    if (response.status === 404) continue;
    const { body } = expectFound(response, file);
    if (!isGenerated(name, body)) files.set(name, body);
  }
  return files;
}

function isGenerated(name: string, bytes: Uint8Array): boolean {
  if (!/\.properties$/i.test(name)) return false;
  const keys = readProperties(bytes);
  return keys.has("LevelsNum") && keys.has("Levels");
}

function declareCoverage(coverage: CoverageSettings): {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
} {
  const { name, nativeName, title, abstract, dimensions } = coverage;
  const { spec, notes } = declareDimensions(dimensions);
  const others = [...(abstract === "" ? [] : ["the abstract"]), ...notes];
  return {
    spec: {
      name,
      ...(nativeName === name ? {} : { nativeName }),
      ...(["", name].includes(title) ? {} : { title }),
      ...spec,
    },
    notes: others.map((one) => `${one} of coverage ${name}`),
  };
}
