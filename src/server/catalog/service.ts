/** Commands on the services, of the server and of workspaces for themselves (docs/compatibility.md, "Services"). */
import { isKept } from "../../model/server-line.ts";
import { freshService, serviceSettings, type ServiceName } from "../../model/service.ts";
import {
  bareSettings,
  changedSettings,
  sprungSettings,
  type SettingsPatch,
  type SettingValues,
} from "../../model/setting.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { checkCleared } from "./setting.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Which service: of the server, or of a workspace for itself. */
export interface ServiceKey {
  readonly service: ServiceName;
  readonly workspace: string | null;
}

/** A service as it is. */
export interface Service extends ServiceKey {
  readonly settings: SettingValues;
}

function keyOf({ service, workspace }: ServiceKey) {
  return { kind: "service", workspace, name: service } as const;
}

/** The service; undefined where a workspace has none for itself. */
export async function findService(
  reader: CatalogReader,
  key: ServiceKey,
): Promise<Service | undefined> {
  const { service, workspace } = key;
  const found = await reader.get("service", workspace, service);
  if (found !== undefined) return { ...key, settings: found.value };
  return workspace === null ? { ...key, settings: freshService(service) } : undefined;
}

/**
 * Changes a service; a workspace that has none for itself gets one. Refuses a workspace that is not there.
 * Deviation: service-of-no-workspace.
 */
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

/** What a stock server writes out besides: a title of those by language, and an entry of the metadata. */
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

/** What a new service of a workspace begins as. */
async function startOf(
  writer: CatalogWriter,
  { localServiceBegins }: Dialect,
  { service }: ServiceKey,
): Promise<SettingValues> {
  if (localServiceBegins === "as-global")
    return (await findService(writer, { service, workspace: null }))?.settings ?? {};
  return bareSettings(serviceSettings[service]);
}

/** Removes the service of a workspace, where it has one; that of the server counts for it then. */
export async function removeService(writer: CatalogWriter, key: ServiceKey): Promise<void> {
  if (key.workspace !== null) await checkWorkspace(writer, key.workspace);
  if ((await writer.get("service", key.workspace, key.service)) !== undefined)
    await writer.remove(keyOf(key));
}

/** Refuses a workspace that is not there. */
export async function checkWorkspace(reader: CatalogReader, workspace: string): Promise<void> {
  if ((await reader.get("workspace", null, workspace)) === undefined)
    throw new CatalogError("not-found", `Workspace ${workspace} does not exist`);
}
