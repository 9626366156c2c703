/** Cascaded WMS and WMTS stores (docs/compatibility.md, "Cascaded stores and layers"). */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import {
  cascadedStoreFields,
  cascadeNumbers,
  type CascadedService,
} from "../../../model/cascaded-store.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { secretsOf } from "../../../model/schema.ts";
import { memberText } from "../../../wire/tree.ts";
import { bindKind, type Manifest } from "../../kind.ts";
import { isSecretText, shownAddress } from "../declare/secrets.ts";
import { USER_INFO } from "./connection.ts";
import { documentKind } from "./document-kind.ts";
import { storeKind } from "./store-kinds.ts";
import { entriesSpec, removableValue } from "../fields/entries.ts";
import { metadataField } from "../fields/metadata.ts";
import type { PartHandler } from "../fields/contract.ts";
import { partsSpec } from "../fields/part-specs.ts";
import { declaredText, partHandler, partHandlers } from "../fields/parts.ts";
import { filledText } from "../fields/texts.ts";
import { storeFields } from "./stores.ts";
import { storeSpec } from "../published/store-settings.ts";
import { readSecretElements, secretElementsField, type WithSecrets } from "../secrets/elements.ts";
import { keptSecret } from "../secrets/reference.ts";

const settings = {
  user: cascadedStoreFields.user,
  headerName: cascadedStoreFields.headerName,
  ...cascadeNumbers,
} as const;

const secretNames = secretsOf(cascadedStoreFields);

const spec = madeOnce(() =>
  z.strictObject({
    capabilitiesUrl: filledText.describe(
      "Address of the other server's capabilities, with its query.",
    ),
    ...storeSpec(),
    ...partsSpec(settings),
    secrets: z
      .partialRecord(z.enum(secretNames), keptSecret())
      .optional()
      .describe(
        "Password, value of the header and key, by reference: fromEnv names an environment variable, fromFile a file beside the manifest.",
      ),
    metadata: entriesSpec(removableValue)
      .optional()
      .describe(
        "Entries that are plain texts, such as useConnectionPooling; others stay as they are, and null takes one away.",
      ),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

type Declared = Spec & WithSecrets;

/** A manifest holds the URL as plain text, so a URL with a secret is not declared. */
const addressField = (): PartHandler<Spec> => ({
  ...partHandler("capabilitiesUrl", {
    ...cascadedStoreFields.capabilitiesURL,
    path: "capabilitiesURL",
    exposure: "other",
  }),
  shown: (document, { wanted }) =>
    shownAddress(memberText(document, "capabilitiesURL") ?? "", wanted),
  declare: (document) => {
    const address = memberText(document, "capabilitiesURL") ?? "";
    if (address === "") return { spec: {}, refusal: "It has no address" };
    if (!isSecretText("capabilitiesUrl", address)) return declaredText("capabilitiesUrl", address);
    const refusal = "Its address contains a password or a key, and no field takes one by reference";
    return { spec: {}, refusal };
  },
});

/** Metadata without what a server fills in by itself. */
const ownMetadata: PartHandler<Spec> = {
  ...metadataField,
  declare: (document, about) => {
    const { spec: all, ...rest } = metadataField.declare(document, about);
    const { useConnectionPooling, ...others } = (all["metadata"] ?? {}) as Spec["metadata"] & {};
    const isFilledIn = useConnectionPooling === undefined || useConnectionPooling === "true";
    const metadata = isFilledIn ? others : { ...others, useConnectionPooling };
    return { ...rest, spec: Object.keys(metadata).length === 0 ? {} : { metadata } };
  },
};

function fieldsOfStores() {
  const { type: _fixed, ...own } = storeFields();
  return {
    capabilitiesUrl: addressField(),
    ...own,
    ...partHandlers(settings),
    secrets: secretElementsField(secretNames),
    metadata: ownMetadata,
  };
}

export function cascadedStoreKind(service: CascadedService) {
  const label = service === "wms" ? "WMS" : "WMTS";
  return bindKind(
    documentKind<Spec, Declared>({
      ...storeKind(`${label} layer`),
      description: `A store of the ${service === "wms" ? "maps" : "tiles"} that another server draws (${label}).`,
      spec,
      example: {
        metadata: { workspace: "base", name: "nasa" },
        spec: {
          capabilitiesUrl: `https://maps.example.org/ows?service=${label}&request=GetCapabilities`,
          user: "me",
          secrets: { password: { fromEnv: "NASA_PASSWORD" } },
        },
      },
      weight: 46,
      noun: `${label} store`,
      takes: "layers",
      fields: madeOnce(fieldsOfStores),
      read: async (manifest, files) => {
        const { secretElements, diagnostics } = await readSecretElements(manifest, files);
        return {
          declared: { ...manifest.spec, secretElements },
          notGiven: secretElements.notGiven,
          diagnostics: [...addressProblems(manifest), ...diagnostics],
        };
      },
      assumed: ({ secretElements }) => secretElements.assumed,
      initial: () => ({ type: label }),
      postedEnabled: true,
    }),
  );
}

function addressProblems({
  spec: { capabilitiesUrl },
  locate,
}: Manifest<Spec>): readonly Diagnostic[] {
  if (capabilitiesUrl.search(USER_INFO) === -1) return [];
  const message = "The address contains a readable password";
  const hint = "Say user, and refer to the password: secrets: { password: { fromEnv: NAME } }.";
  const where = locate(["spec", "capabilitiesUrl"]);
  return [fault("manifest-invalid", message, { hint, where })];
}
