/**
 * A reader of what an account may read, by catalog mode (docs/compatibility.md, "Who sees what").
 */
import type { QualifiedName } from "../../model/layer.ts";
import { isAdministrative, mayRead, mayReadFile, type Caller } from "./access.ts";
import { CatalogError } from "./errors.ts";
import type { IndexKey } from "./granule-index.ts";
import { firstStyle } from "./layer.ts";
import type { Policy } from "./policy.ts";
import type { RecordKind, RecordValues, Stored } from "./records.ts";
import type { CatalogReader, FolderChild, StoredFile } from "./unit-of-work.ts";

/** Restricts a reader to what the roles may read. */
export function visibleTo(
  reader: CatalogReader,
  roles: readonly string[],
  { mode, layers, dependencies }: Policy,
): CatalogReader {
  const caller: Caller = { tree: layers, roles: new Set(roles) };
  const records = visibleRecords(reader, caller, mode !== "CHALLENGE");
  const files = visibleFiles(reader, caller);
  return {
    get: async (kind, workspace, name) => {
      const found = await reader.get(kind, workspace, name);
      if (found === undefined) return undefined;
      const shown = await records.show(kind, found);
      if (shown !== undefined) return shown;
      if (mode === "MIXED" && !isAdministrative(kind)) throw denied();
      return undefined;
    },
    list: async (kind, workspace) => records.showAll(kind, await reader.list(kind, workspace)),
    linked: async (kind, link) => records.showAll(kind, await reader.linked(kind, link)),
    file: async (path) => {
      const found = await reader.file(path);
      if (found === undefined || mayReadFile(caller, path)) return found;
      if (mode !== "HIDE") throw denied();
      return undefined;
    },
    // Callers know a digest only from a readable file.
    content: (file) => reader.content(file),
    children: files.children,
    filesUnder: files.under,
    // Identities are for digests, which only administrators read.
    identities: async () => [],
    revision: () => reader.revision(),
    audit: async () => [],
    auditBackwards: async () => [],
    session: async () => undefined,
    knownNetworks: async () => [],
    granules: async (key) =>
      (await sees(records, reader, key)) ? reader.granules(key) : undefined,
    // Results also depend on the rules.
    dependencies: () => [...reader.dependencies(), ...dependencies],
    isUnchanged: (basis) => reader.isUnchanged(basis),
  };
}

async function sees(
  records: ReturnType<typeof visibleRecords>,
  reader: CatalogReader,
  { workspace, store, coverage }: IndexKey,
): Promise<boolean> {
  const shown = await records.showAll("coverage", await reader.list("coverage", workspace));
  return shown.some(({ value }) => value.store === store && value.nativeName === coverage);
}

function denied(): CatalogError {
  return new CatalogError("access-denied", "Access is denied");
}

function visibleRecords(reader: CatalogReader, caller: Caller, hides: boolean) {
  const sees = (style: QualifiedName) => mayRead(caller, { kind: "style", ...style });
  const isVisible = async <Kind extends RecordKind>(kind: Kind, record: Stored<Kind>) => {
    if (isAdministrative(kind)) return false;
    if (!hides) return true;
    const { workspace, name } = record;
    if (!mayRead(caller, { kind, workspace, name })) return false;
    return kind !== "layer-group" || readsMembers(reader, caller, record as Stored<"layer-group">);
  };
  const show = async <Kind extends RecordKind>(kind: Kind, record: Stored<Kind>) => {
    if (!(await isVisible(kind, record))) return undefined;
    if (!hides) return record;
    return { ...record, value: trimmed(kind, record.value, sees) as RecordValues[Kind] };
  };
  const showAll = async <Kind extends RecordKind>(kind: Kind, found: readonly Stored<Kind>[]) => {
    const shown: Stored<Kind>[] = [];
    for (const record of found) {
      const seen = await show(kind, record);
      if (seen !== undefined) shown.push(seen);
    }
    return shown;
  };
  return { show, showAll };
}

/** Removes the names of invisible styles from layers and groups. */
function trimmed(
  kind: RecordKind,
  value: unknown,
  sees: (style: QualifiedName) => boolean,
): unknown {
  if (kind === "layer-group") return withoutStyles(value as RecordValues["layer-group"], sees);
  if (kind !== "layer") return value;
  const layer = value as RecordValues["layer"];
  const isSeen = layer.defaultStyle === null || sees(layer.defaultStyle);
  const defaultStyle = isSeen ? layer.defaultStyle : firstStyle(layer.type);
  return { ...layer, defaultStyle, styles: layer.styles.filter(sees) };
}

function visibleFiles(reader: CatalogReader, caller: Caller) {
  const under = async (folder: string): Promise<readonly StoredFile[]> =>
    (await reader.filesUnder(folder)).filter(({ path }) => mayReadFile(caller, path));
  const children = async (folder: string): Promise<readonly FolderChild[]> => {
    const start = folder === "" ? 0 : folder.length + 1;
    const names = new Set(
      (await under(folder)).map(({ path }) => path.slice(start).split("/", 1)[0]),
    );
    return (await reader.children(folder)).filter(({ name }) => names.has(name));
  };
  return { under, children };
}

type LayerGroup = RecordValues["layer-group"];

/** Whether all members may be read, including nested ones. Deviation: hidden-members. */
async function readsMembers(
  reader: CatalogReader,
  caller: Caller,
  group: Stored<"layer-group">,
  seen: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const { members, root } = group.value;
  if (root !== null && !mayRead(caller, { kind: "layer", ...root.layer })) return false;
  for (const { type, workspace, name } of members) {
    const kind = type === "layer" ? "layer" : "layer-group";
    if (!mayRead(caller, { kind, workspace, name })) return false;
    const key = JSON.stringify([workspace, name]);
    if (kind === "layer" || seen.has(key)) continue;
    const inner = await reader.get("layer-group", workspace, name);
    const further = new Set([...seen, key]);
    if (inner !== undefined && !(await readsMembers(reader, caller, inner, further))) return false;
  }
  return true;
}

function withoutStyles(group: LayerGroup, sees: (style: QualifiedName) => boolean): LayerGroup {
  const members = group.members.map((member) =>
    member.style === null || sees(member.style) ? member : { ...member, style: null },
  );
  const { root } = group;
  if (root === null || sees(root.style)) return { ...group, members };
  return { ...group, members, root: { ...root, style: firstStyle("VECTOR") } };
}
