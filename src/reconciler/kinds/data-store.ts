/** Data stores of any type but app-schema, as documents (docs/interface.md, 2.1). */
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import { APP_SCHEMA_TYPE } from "../../model/app-schema.ts";
import { storeTypeOf } from "../../model/connection-parameters.ts";
import { fault } from "../../model/diagnostic.ts";
import { memberText } from "../../wire/tree.ts";
import { bindKind, type Manifest } from "../kind.ts";
import {
  connectionSpec,
  parametersField,
  readConnection,
  secretsField,
  type Connection,
} from "./document/connection.ts";
import { documentKind } from "./document/document-kind.ts";
import { entriesIn } from "./fields/entries.ts";
import { metadataField, metadataSpec } from "./fields/metadata.ts";
import type { PartHandler } from "./fields/contract.ts";
import { declaredText } from "./fields/parts.ts";
import { filledText } from "./fields/texts.ts";
import { storeKind } from "./document/store-kinds.ts";
import { storeElements, storeFields } from "./document/stores.ts";
import { storeSpec } from "./published/store-settings.ts";

const spec = madeOnce(() =>
  z.strictObject({
    type: filledText
      .optional()
      .describe("Type of the store, such as PostGIS; derived from the parameters when absent."),
    connectionParameters: connectionSpec(),
    ...storeSpec(),
    metadata: metadataSpec
      .optional()
      .describe("Entries that are plain texts; others stay as they are."),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

/** A server derives the type of most stores from their parameters. */
const typeField = (): PartHandler<Spec> => ({
  ...storeFields().type,
  declare: (document) => {
    const type = memberText(document, "type") ?? "";
    const isDerived = type === storeTypeOf(entriesIn(document, "connectionParameters"));
    return declaredText("type", isDerived ? "" : type);
  },
});

type Declared = Spec & { readonly connection: Connection };

export const dataStoreKind = bindKind(
  documentKind<Spec, Declared>({
    ...storeKind("feature type"),
    description: "A data store of any type but app-schema, which AppSchemaStore declares.",
    spec,
    example: {
      metadata: { workspace: "roads", name: "db" },
      spec: {
        type: "PostGIS",
        connectionParameters: {
          dbtype: "postgis",
          host: "db.example.org",
          database: "roads",
          passwd: { fromEnv: "ROADS_DB" },
        },
      },
    },
    weight: 40,
    noun: "data store",
    takes: "feature types",
    elements: storeElements([]),
    fields: madeOnce(() => ({
      ...storeFields(),
      type: typeField(),
      parameters: parametersField,
      secrets: secretsField,
      metadata: metadataField,
    })),
    read: async (manifest, files) => {
      const { connection, diagnostics } = await readConnection(manifest, files);
      const declared = { ...manifest.spec, connection };
      const { notGiven } = connection.secrets;
      return { declared, notGiven, diagnostics: [...mappingProblems(manifest), ...diagnostics] };
    },
    terms: ({ type, connectionParameters }) => [
      { type: "data", text: type, path: ["type"] },
      ...(connectionParameters["dbtype"] === "postgis"
        ? Object.keys(connectionParameters).map((key) => ({
            type: "postgis" as const,
            text: key,
            path: ["connectionParameters", key],
          }))
        : []),
    ],
    assumed: ({ connection: { secrets } }) => secrets.assumed,
    foreign: (document) =>
      memberText(document, "type") === APP_SCHEMA_TYPE
        ? `${APP_SCHEMA_TYPE}, which AppSchemaStore declares`
        : undefined,
    postedEnabled: true,
  }),
);

function mappingProblems({ spec: { type, connectionParameters }, locate }: Manifest<Spec>) {
  const isMapped = type === APP_SCHEMA_TYPE || connectionParameters["dbtype"] === "app-schema";
  if (!isMapped) return [];
  const message = "A store with an app-schema mapping is not declared as a DataStore";
  const hint = "Declare an AppSchemaStore with its mapping.";
  const where = locate(["spec", type === APP_SCHEMA_TYPE ? "type" : "connectionParameters"]);
  return [fault("manifest-invalid", message, { hint, where })];
}
