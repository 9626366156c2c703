/**
 * Fills the catalog of the included server with a data directory. Records are put as they are, past
 * the checks of commands: a server that runs on the directory shows what it refuses to take, too.
 */
import { sealedObject } from "../../model/cache-noun.ts";
import { cascadedStoreFields } from "../../model/cascaded-store.ts";
import { isSecretParameter } from "../../model/connection-parameters.ts";
import { sealDetails } from "../../model/details.ts";
import { cacheNouns } from "../../model/nouns.ts";
import { withSealed } from "../../model/schema.ts";
import type { RecordKind, RecordValues } from "../../server/catalog/records.ts";
import type { CatalogWriter } from "../../server/catalog/unit-of-work.ts";
import type { DirectoryRecord } from "../load/objects.ts";

type Seal = (text: string) => string;

/** When objects were made and changed, by `recordKey`. */
export type Dates = Map<string, { readonly created: string; readonly modified: string | null }>;

export function recordKey(kind: RecordKind, workspace: string | null, name: string): string {
  return JSON.stringify([kind, workspace, name]);
}

/** Notes the dates, which a writer sets itself. A text that is encrypted already is not sealed. */
export async function fillCatalog(
  writer: CatalogWriter,
  records: readonly DirectoryRecord[],
  { seal: sealAny, dates }: { readonly seal: Seal; readonly dates: Dates },
): Promise<void> {
  const seal: Seal = (text) => (text === "" || /^crypt\d+:/.test(text) ? text : sealAny(text));
  for (const record of records) {
    const { kind, workspace, name, created, modified = null } = record;
    await writer.put({ kind, workspace, name }, sealed(record, seal));
    if (created !== undefined) dates.set(recordKey(kind, workspace, name), { created, modified });
  }
}

function sealed({ kind, value }: DirectoryRecord, seal: Seal): RecordValues[RecordKind] {
  const noun = cacheNouns.find(({ record }) => record === kind);
  if (noun !== undefined) return sealedObject(noun, value, seal);
  if (!kind.endsWith("-store")) return value;
  const store = value as Partial<RecordValues["data-store"] & RecordValues["wms-store"]>;
  const parameters = Object.entries(store.parameters ?? {}).map(
    ([key, text]) => [key, isSecretParameter(key) ? seal(text) : text] as const,
  );
  return {
    ...withSealed(cascadedStoreFields, store, seal),
    details: sealDetails(store.details ?? {}, seal),
    ...(store.parameters && { parameters: Object.fromEntries(parameters) }),
  } as DirectoryRecord["value"];
}
