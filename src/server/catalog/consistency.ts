/** Consistency of the records of a catalog. */
import { cascadedServices } from "../../model/cascaded-store.ts";
import { qualifiedName, stylesOf, type QualifiedName } from "../../model/layer.ts";
import type { CheckFinding } from "./check-finding.ts";
import { shownKinds } from "./layer.ts";
import type { PublishedKind } from "./published.ts";
import { workspaceContents, type RecordKind, type Stored } from "./records.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** Finds records that refer to missing records. */
export async function findDangling(reader: CatalogReader): Promise<readonly CheckFinding[]> {
  const there = new Set<string>();
  const add = (kind: RecordKind, key: QualifiedName) => there.add(textOf(kind, key));
  for (const kind of [...workspaceContents, "workspace", "account-group"] as const)
    for (const record of await reader.list(kind)) add(kind, record);
  const findings: CheckFinding[] = [];
  const need = (
    from: readonly [RecordKind, QualifiedName],
    kind: RecordKind,
    key: QualifiedName,
  ) => {
    if (there.has(textOf(kind, key))) return;
    const message = `It refers to the ${kind} ${nameOf(key)}, which is not there`;
    findings.push({ code: "record-dangling", where: textOf(...from), message });
  };
  for (const kind of workspaceContents)
    for (const record of await reader.list(kind)) {
      if (record.workspace !== null)
        need([kind, record], "workspace", { workspace: null, name: record.workspace });
    }
  await needStores(reader, need);
  await needOfLayers(reader, need);
  await needOfGroups(reader, need);
  for (const account of await reader.list("account"))
    for (const name of account.value.groups)
      need(["account", account], "account-group", { workspace: null, name });
  const current = await reader.get("setting", null, "default-workspace");
  if (current !== undefined)
    need(["setting", current], "workspace", { workspace: null, name: current.value.text });
  return findings;
}

type Need = (
  from: readonly [RecordKind, QualifiedName],
  kind: RecordKind,
  key: QualifiedName,
) => void;

async function needStores(reader: CatalogReader, need: Need): Promise<void> {
  for (const type of await reader.list("feature-type"))
    need(["feature-type", type], "data-store", storeOf(type));
  for (const coverage of await reader.list("coverage"))
    need(["coverage", coverage], "coverage-store", storeOf(coverage));
  for (const service of cascadedServices)
    for (const layer of await reader.list(`${service}-layer`))
      need([`${service}-layer`, layer], `${service}-store`, storeOf(layer));
  for (const schema of await reader.list("document-schema"))
    need(["document-schema", schema], "data-store", storeOf(schema));
  for (const mosaic of await reader.list("mosaic"))
    need(["mosaic", mosaic], "coverage-store", mosaic);
}

function storeOf({ workspace, value }: Stored<PublishedKind | "document-schema">): QualifiedName {
  return { workspace, name: value.store };
}

async function needOfLayers(reader: CatalogReader, need: Need): Promise<void> {
  for (const layer of await reader.list("layer")) {
    need(["layer", layer], shownKinds[layer.value.type], layer);
    for (const style of stylesOf(layer.value)) need(["layer", layer], "style", style);
  }
}

async function needOfGroups(reader: CatalogReader, need: Need): Promise<void> {
  for (const group of await reader.list("layer-group")) {
    const from = ["layer-group", group] as const;
    const { members, root } = group.value;
    const styles: (QualifiedName | null)[] = members.map(({ style }) => style);
    for (const member of members)
      need(from, member.type === "layer" ? "layer" : "layer-group", member);
    if (root !== null) {
      need(from, "layer", root.layer);
      styles.push(root.style);
    }
    for (const style of styles) if (style !== null) need(from, "style", style);
  }
}

function textOf(kind: RecordKind, key: QualifiedName): string {
  return `${kind} ${nameOf(key)}`;
}

function nameOf({ workspace, name }: QualifiedName): string {
  return qualifiedName(workspace, name);
}
