/** Coverage stores except mosaics (docs/compatibility.md, "Coverage stores and coverages"). */
import { storePlace } from "../../model/store.ts";
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import { coverageStoreFields } from "../../model/coverage-store.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { memberText } from "../../wire/tree.ts";
import { bindKind, type Manifest } from "../kind.ts";
import { cogField, cogSpec } from "./document/cog.ts";
import { documentKind } from "./document/document-kind.ts";
import { metadataField, metadataSpec } from "./fields/metadata.ts";
import { isSecretText, shownAddress } from "./declare/secrets.ts";
import type { PartHandler } from "./fields/contract.ts";
import { declaredText, partHandler } from "./fields/parts.ts";
import { filledText } from "./fields/texts.ts";
import { USER_INFO } from "./document/connection.ts";
import { storeKind } from "./document/store-kinds.ts";
import { storeElements, storeFields } from "./document/stores.ts";
import { storeSpec } from "./published/store-settings.ts";
import { isInOwnFolder, isOwnMosaic, MOSAIC_TYPE } from "./published/own-mosaic.ts";

const spec = madeOnce(() =>
  z.strictObject({
    type: filledText.describe("Type of the store, such as GeoTIFF or WorldImage."),
    url: filledText.describe("Path of the raster on the server, such as file:data/relief.tif."),
    ...storeSpec(),
    cog: cogSpec().optional(),
    metadata: metadataSpec
      .optional()
      .describe("Entries that are plain texts; others stay as they are."),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

/** A manifest holds the URL as plain text, so a URL with a password is not declared. */
const urlField = (): PartHandler<Spec> => ({
  ...partHandler("url", coverageStoreFields.url),
  shown: (document, { wanted }) => shownAddress(memberText(document, "url") ?? "", wanted),
  declare: (document) => {
    const url = memberText(document, "url") ?? "";
    if (!isSecretText("url", url)) return declaredText("url", url);
    return {
      spec: {},
      refusal: "Its address contains a password, and no field takes one by reference",
    };
  },
});

export const coverageStoreKind = bindKind(
  documentKind<Spec, Spec>({
    ...storeKind("coverage"),
    description:
      "A coverage store. A mosaic that has its folder in the data directory has a kind of its own, ImageMosaic.",
    spec,
    example: {
      metadata: { workspace: "terrain", name: "relief" },
      spec: { type: "GeoTIFF", url: "file:data/relief.tif" },
    },
    weight: 45,
    noun: "coverage store",
    takes: "coverages; files stay",
    elements: storeElements(["url"]),
    fields: madeOnce(() => ({
      ...storeFields(),
      url: urlField(),
      cog: cogField,
      metadata: metadataField,
    })),
    read: async (manifest) => ({
      declared: manifest.spec,
      diagnostics: specProblems(manifest),
    }),
    terms: ({ type }) => [{ type: "coverage", text: type, path: ["type"] }],
    foreign: (document, { address, declared }) => {
      const isMosaic = memberText(document, "type") === MOSAIC_TYPE;
      const isWanted = (declared?.type ?? MOSAIC_TYPE) === MOSAIC_TYPE;
      if (!isMosaic || (isWanted && !isOwnMosaic(document, address))) return undefined;
      return `${MOSAIC_TYPE}, which the kind of that name declares`;
    },
    // A stock server supplies neither of them by itself.
    initial: ({ workspace }) => ({ workspace: workspace ?? "", enabled: true }),
  }),
);

function specProblems({
  name,
  workspace,
  spec: { type, url },
  locate,
}: Manifest<Spec>): readonly Diagnostic[] {
  if (url.search(USER_INFO) !== -1) {
    const message = "The address contains a readable password";
    const hint = "A raster that needs one is better copied to the server.";
    const where = locate(["spec", "url"]);
    return [fault("manifest-invalid", message, { hint, where })];
  }
  const place = storePlace({ workspace, name });
  if (type !== MOSAIC_TYPE || !isInOwnFolder(url, place)) return [];
  const message = "A mosaic in a folder of its own is not declared as a CoverageStore";
  const hint = "Declare an ImageMosaic with its definition.";
  const where = locate(["spec", "type"]);
  return [fault("manifest-invalid", message, { hint, where })];
}
