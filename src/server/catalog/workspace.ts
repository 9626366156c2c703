/** Commands on workspaces and namespaces, which share one record. */
import { renamedRuleKey, ruleHangsOnWorkspace } from "../../model/access-rule.ts";
import type { Patch } from "../../model/schema.ts";
import type { QualifiedName } from "../../model/layer.ts";
import { workspaceNameProblem } from "../../model/name.ts";
import { templateFolder } from "../../model/data-file.ts";
import { styleFolder } from "../../model/style.ts";
import {
  defaultNamespaceUri,
  namespaceUriProblem,
  type Namespace,
  type NamespacePatch,
  type WorkspacePatch,
} from "../../model/workspace.ts";
import { moveRule } from "./access-rules.ts";
import { cascadedStores } from "./cascaded-store.ts";
import { coverageStore } from "./coverage-store.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { detachStyle } from "./layer.ts";
import { updateGroupReferences, removeLayerGroup } from "./layer-group-references.ts";
import { workspaceContents, workspaceSettings, type RecordKind, type Stored } from "./records.ts";
import { moveFolder, updateMosaicUrl } from "./store-files.ts";
import { dataStore } from "./data-store.ts";
import { deleteStore } from "./store.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

const DEFAULT = { kind: "setting", workspace: null, name: "default-workspace" } as const;

/** `default` means the default workspace. */
export async function findWorkspace(
  reader: CatalogReader,
  name: string,
): Promise<Stored<"workspace"> | undefined> {
  if (name !== "default") return reader.get("workspace", null, name);
  const setting = await reader.get("setting", null, DEFAULT.name);
  return setting === undefined ? undefined : reader.get("workspace", null, setting.value.text);
}

/** Resolves `default` to the name of the default workspace. */
export async function workspaceName(reader: CatalogReader, written: string): Promise<string> {
  if (written !== "default") return written;
  return (await findWorkspace(reader, written))?.name ?? written;
}

/** Creates a workspace and its namespace. Throws if the name is taken or invalid. */
export async function createWorkspace(
  writer: CatalogWriter,
  input: Patch<Omit<Namespace, "prefix">> & {
    readonly name: string;
    readonly metadata?: WorkspacePatch["metadata"];
    readonly makeDefault?: boolean;
  },
): Promise<void> {
  checkName(input.name);
  if ((await writer.get("workspace", null, input.name)) !== undefined) {
    throw new CatalogError("workspace-exists", `Workspace '${input.name}' already exists`);
  }
  const uri = input.uri ?? defaultNamespaceUri(input.name);
  const value = { uri, isolated: input.isolated ?? false, ...metadataOf(input.metadata) };
  await writer.put({ kind: "workspace", workspace: null, name: input.name }, value);
  const first = (await writer.get("setting", null, DEFAULT.name)) === undefined;
  if (first || input.makeDefault === true) await writer.put(DEFAULT, { text: input.name });
}

function metadataOf(metadata: WorkspacePatch["metadata"]) {
  return (metadata?.size ?? 0) === 0 ? {} : { metadata: Object.fromEntries(metadata ?? []) };
}

function checkName(name: string): void {
  const problem = workspaceNameProblem(name);
  if (problem === undefined) return;
  if (name === "default") {
    const message = "default is a reserved keyword, can't be used as the workspace name";
    throw new CatalogError("name-reserved", message);
  }
  throw new CatalogError("name-invalid", `The workspace name '${name}' ${problem}`);
}

/** Creates a namespace and its workspace. */
export async function createNamespace(
  writer: CatalogWriter,
  input: NamespacePatch & { readonly prefix: string; readonly uri: string },
): Promise<void> {
  if ((await writer.get("workspace", null, input.prefix)) !== undefined) {
    throw new CatalogError(
      "namespace-exists",
      `Namespace with prefix '${input.prefix}' already exists.`,
    );
  }
  await checkUri(writer, input.prefix, input.uri, input.isolated ?? false);
  await createWorkspace(writer, { name: input.prefix, uri: input.uri, isolated: input.isolated });
}

async function checkUri(
  writer: CatalogWriter,
  prefix: string,
  uri: string,
  isolated: boolean,
): Promise<void> {
  const problem = namespaceUriProblem(uri);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `Invalid URI syntax for '${uri}': it ${problem}`);
  if (isolated) return;
  const others = await writer.list("workspace", null);
  if (
    others.some(
      (other) => other.name !== prefix && other.value.uri === uri && !other.value.isolated,
    )
  ) {
    throw new CatalogError("namespace-exists", `Namespace with URI '${uri}' already exists.`);
  }
}

function isolatedAfter(
  { isolated }: WorkspacePatch,
  before: { readonly isolated: boolean },
  { isolatedWhenUnsaid }: Dialect,
): boolean {
  return isolated ?? (isolatedWhenUnsaid === "kept" && before.isolated);
}

/** Updates the `namespace` parameter of stores along with the URI. */
export async function updateNamespace(
  writer: CatalogWriter,
  dialect: Dialect,
  prefix: string,
  input: NamespacePatch,
): Promise<void> {
  const found = await writer.get("workspace", null, prefix);
  if (found === undefined) {
    throw new CatalogError("not-found", `Can't change a non existant namespace (${prefix})`);
  }
  if (input.prefix !== undefined && input.prefix !== found.name) {
    throw new CatalogError("name-fixed", "Can't change name of namespace");
  }
  const value = {
    ...found.value,
    uri: input.uri ?? found.value.uri,
    isolated: isolatedAfter(input, found.value, dialect),
  };
  await checkUri(writer, found.name, value.uri, value.isolated);
  await writer.put({ kind: "workspace", workspace: null, name: found.name }, value);
  if (value.uri === found.value.uri) return;
  for (const store of await writer.list("data-store", found.name)) {
    const parameters = { ...store.value.parameters, namespace: value.uri };
    const key = { kind: "data-store", workspace: found.name, name: store.name } as const;
    await writer.put(key, { ...store.value, parameters });
  }
}

/** Changes a workspace; a new name applies to everything inside. */
export async function updateWorkspace(
  writer: CatalogWriter,
  dialect: Dialect,
  name: string,
  input: WorkspacePatch,
): Promise<void> {
  const found = await writer.get("workspace", null, name);
  if (found === undefined) {
    throw new CatalogError("not-found", `Can't change a non existant workspace (${name})`);
  }
  if (input.name?.trim() === "") {
    throw new CatalogError("name-fixed", "The workspace name cannot be empty");
  }
  const { metadata, ...kept } = found.value;
  const described = input.metadata === undefined ? { metadata } : metadataOf(input.metadata);
  const isolated = isolatedAfter(input, found.value, dialect);
  const value = { ...kept, ...(described.metadata && described), isolated };
  // Deviation: isolation-whole.
  if (found.value.isolated) await checkUri(writer, found.name, value.uri, value.isolated);
  await writer.put({ kind: "workspace", workspace: null, name: found.name }, value);
  if (input.name === undefined || input.name === found.name) return;
  checkName(input.name);
  if ((await writer.get("workspace", null, input.name)) !== undefined) {
    throw new CatalogError("namespace-exists", `Workspace named '${input.name}' already exists.`);
  }
  await renameWorkspace(writer, found.name, input.name);
}

async function renameWorkspace(writer: CatalogWriter, from: string, to: string): Promise<void> {
  await writer.rename(
    { kind: "workspace", workspace: null, name: from },
    { workspace: null, name: to },
  );
  for (const kind of [...workspaceContents, ...workspaceSettings]) {
    for (const { name } of await writer.list(kind, from)) {
      await writer.rename({ kind, workspace: from, name }, { workspace: to, name });
    }
  }
  await writer.moveGranules({ workspace: from }, { workspace: to });
  const follow = (key: QualifiedName) => (key.workspace === from ? { ...key, workspace: to } : key);
  for (const layer of await writer.list("layer")) {
    const { defaultStyle, styles } = layer.value;
    await writer.put(
      { kind: "layer", ...keyOf(layer) },
      {
        ...layer.value,
        defaultStyle: defaultStyle && follow(defaultStyle),
        styles: styles.map(follow),
      },
    );
  }
  const groups = await writer.list("layer-group");
  await updateGroupReferences(writer, groups, {
    member: (_type, key) => follow(key),
    style: follow,
  });
  for (const rule of await writer.list("access-rule")) {
    if (!ruleHangsOnWorkspace(rule.name, from)) continue;
    await moveRule(writer, rule.name, renamedRuleKey(rule.name, { workspace: to }) ?? rule.name);
  }
  await moveFolder(writer, `workspaces/${from}`, `workspaces/${to}`);
  await moveFolder(writer, `data/${from}`, `data/${to}`);
  for (const { name: store } of await writer.list("mosaic", to))
    await updateMosaicUrl(writer, { workspace: to, store }, { workspace: from, store });
  const setting = await writer.get("setting", null, DEFAULT.name);
  if (setting?.value.text === from) await writer.put(DEFAULT, { text: to });
}

/** Changes only which workspace and namespace are the default; `noun` is the client's term. */
export async function setDefaultWorkspace(
  writer: CatalogWriter,
  noun: "workspace" | "namespace",
  name: string | undefined,
): Promise<void> {
  if (name === undefined || name === "") {
    const field = noun === "workspace" ? "name" : "prefix";
    const message = `The ${field} is missing: it says which ${noun} becomes the default one`;
    throw new CatalogError("field-missing", message);
  }
  if ((await writer.get("workspace", null, name)) === undefined) {
    throw new CatalogError("store-missing", `No such ${noun}: '${name}'`);
  }
  await writer.put(DEFAULT, { text: name });
}

/** Removes a workspace and its access rules; with `recurse`, also its content. */
export async function deleteWorkspace(
  writer: CatalogWriter,
  dialect: Dialect,
  { name, recurse }: { readonly name: string; readonly recurse: boolean },
): Promise<void> {
  const found = await findWorkspace(writer, name);
  if (found === undefined) throw new CatalogError("not-found", `Workspace '${name}' not found`);
  if (!recurse && (await contentsOf(writer, found.name)).length > 0) {
    throw new CatalogError("workspace-not-empty", "Workspace not empty");
  }
  await emptyWorkspace(writer, dialect, found.name);
  await removeWorkspace(writer, found.name);
}

/** Keeps a namespace with content that the dialect does not refuse. Deviation: namespace-stays. */
export async function deleteNamespace(
  writer: CatalogWriter,
  { namespaceKeptBy }: Dialect,
  prefix: string,
): Promise<void> {
  if (prefix === "default") {
    throw new CatalogError("not-possible", "Can't delete the default namespace");
  }
  const found = await writer.get("workspace", null, prefix);
  if (found === undefined) throw new CatalogError("not-found", `Namespace '${prefix}' not found`);
  const held = await contentsOf(writer, prefix);
  const isRefused = held.some((kind) => namespaceKeptBy === "anything" || RESOURCES.has(kind));
  if (isRefused) throw new CatalogError("namespace-not-empty", "Namespace not empty");
  if (held.length === 0) await removeWorkspace(writer, prefix);
}

const RESOURCES: ReadonlySet<RecordKind> = new Set([
  "feature-type",
  "coverage",
  "wms-layer",
  "wmts-layer",
]);

/** Deviation: workspace-emptiness. */
async function contentsOf(
  reader: CatalogReader,
  workspace: string,
): Promise<readonly RecordKind[]> {
  const held: RecordKind[] = [];
  for (const kind of workspaceContents.filter((one) => one !== "layer")) {
    if ((await reader.list(kind, workspace)).length > 0) held.push(kind);
  }
  return held;
}

async function emptyWorkspace(
  writer: CatalogWriter,
  dialect: Dialect,
  workspace: string,
): Promise<void> {
  for (const group of await writer.list("layer-group", workspace)) {
    await removeLayerGroup(writer, group);
  }
  for (const noun of [dataStore, coverageStore, cascadedStores.wms, cascadedStores.wmts])
    for (const { name } of await writer.list(noun.record, workspace))
      await deleteStore(writer, noun, { workspace, store: name, recurse: true });
  for (const { name } of await writer.list("style", workspace)) {
    await detachStyle(writer, dialect, { workspace, name });
    await writer.remove({ kind: "style", workspace, name });
  }
  await writer.removeFolder(styleFolder(workspace));
}

async function removeWorkspace(writer: CatalogWriter, name: string): Promise<void> {
  for (const kind of workspaceSettings)
    for (const own of await writer.list(kind, name))
      await writer.remove({ kind, workspace: name, name: own.name });
  await writer.remove({ kind: "workspace", workspace: null, name });
  await writer.removeFolder(templateFolder(name));
  for (const rule of await writer.list("access-rule")) {
    if (ruleHangsOnWorkspace(rule.name, name)) {
      await writer.remove({ kind: "access-rule", workspace: null, name: rule.name });
    }
  }
  const setting = await writer.get("setting", null, DEFAULT.name);
  if (setting?.value.text !== name) return;
  const [next] = await writer.list("workspace", null);
  if (next === undefined) await writer.remove(DEFAULT);
  else await writer.put(DEFAULT, { text: next.name });
}

function keyOf(stored: QualifiedName): QualifiedName {
  return { workspace: stored.workspace, name: stored.name };
}
