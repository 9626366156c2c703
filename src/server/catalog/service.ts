/** Commands on the services of the server and of workspaces (docs/compatibility.md, "Services"). */
import { isKept } from "../../model/server-line.ts";
import { freshService, serviceSettings, type ServiceName } from "../../model/service.ts";
import {
  type SettingValues,
  type SettingsPatch,
  bareSettings,
  changedSettings,
  sprungSettings,
} from "../../model/setting.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { checkCleared } from "./setting.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** `workspace` is null for the global service. */
export interface ServiceKey {
  readonly service: ServiceName;
  readonly workspace: string | null;
}

/** A service with its settings. */
export interface Service extends ServiceKey {
  readonly settings: SettingValues;
}

function keyOf({ service, workspace }: ServiceKey) {
  return { kind: "service", workspace, name: service } as const;
}

/** Returns undefined if a workspace does not have its own. */
export async function findService(
  reader: CatalogReader,
  key: ServiceKey,
): Promise<Service | undefined> {
  const { service, workspace } = key;
  const found = await reader.get("service", workspace, service);
  if (found !== undefined) return { ...key, settings: found.value };
  return workspace === null ? { ...key, settings: freshService(service) } : undefined;
}

/** Changes a service; creates that of a workspace if needed. Deviation: service-of-no-workspace. */
export async function changeService(
  writer: CatalogWriter,
  dialect: Dialect,
  key: ServiceKey,
  given: SettingsPatch,
): Promise<void> {
  const { service, workspace } = key;
  if (workspace !== null) await checkWorkspace(writer, workspace);
  const table = serviceSettings[service];
  const { line } = dialect;
  const kept = Object.entries(given.said).filter(
    ([path]) => line === undefined || isKept(line, "Service", path),
  );
  const patch = { ...given, said: Object.fromEntries(kept) };
  checkCleared(dialect, table, patch);
  const before = await findService(writer, key);
  const start = before?.settings ?? (await startOf(writer, dialect, key));
  const changed = changedSettings(table, start, patch, dialect.settingObjects);
  const springs = dialect.settingsSpring && before !== undefined;
  const after = springs ? sprung(key, sprungSettings(table, changed, patch), patch) : changed;
  await writer.put(keyOf(key), after);
}

type Texts = Readonly<Record<string, string>>;

/** Stock servers also write out a translated title and a metadata entry. */
function sprung(
  { service }: ServiceKey,
  values: SettingValues,
  { said }: SettingsPatch,
): SettingValues {
  const titles = { ...(values["internationalTitle"] as Texts | undefined) };
  const title = titles["default"] ?? titles["en"] ?? Object.values(titles)[0];
  const isUntitled = values["title"] === undefined && said["title"] !== null;
  const titled = isUntitled && title !== undefined ? { ...values, title } : values;
  if (service !== "wfs") return titled;
  const metadata = { ...(values["metadata"] as Texts | undefined) };
  return { ...titled, metadata: { ...metadata, [PREVIEW]: metadata[PREVIEW] ?? "50" } };
}

const PREVIEW = "maxNumberOfFeaturesForPreview";

async function startOf(
  writer: CatalogWriter,
  { localServiceBegins }: Dialect,
  { service }: ServiceKey,
): Promise<SettingValues> {
  if (localServiceBegins === "as-global")
    return (await findService(writer, { service, workspace: null }))?.settings ?? {};
  return bareSettings(serviceSettings[service]);
}

/** The global service applies then. */
export async function removeService(writer: CatalogWriter, key: ServiceKey): Promise<void> {
  if (key.workspace !== null) await checkWorkspace(writer, key.workspace);
  if ((await writer.get("service", key.workspace, key.service)) !== undefined)
    await writer.remove(keyOf(key));
}

/** Throws if the workspace does not exist. */
export async function checkWorkspace(reader: CatalogReader, workspace: string): Promise<void> {
  if ((await reader.get("workspace", null, workspace)) === undefined)
    throw new CatalogError("not-found", `Workspace ${workspace} does not exist`);
}
