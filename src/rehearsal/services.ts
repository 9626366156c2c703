/** Copies logging, settings and services that a plan read. */
import { documentIn } from "../wire/answered-document.ts";
import type { Address } from "../model/address.ts";
import { isServiceName, type ServiceName } from "../model/service.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { isOfWorkspace } from "../wire/settings.ts";
import { ifShown, xmlRequest, type Copying } from "./copying.ts";
import type { SeenRead } from "./recorder.ts";

const WHOLE = [
  ["Logging", "logging", "logging"],
  ["Settings", "global", "settings"],
] as const;
const READ = /^\/services\/(?<ows>[a-z]+)\/(?:workspaces\/(?<workspace>[^/]+)\/)?settings\.xml$/;

const OWN = /^\/workspaces\/(?<workspace>[^/]+)\/settings\.xml$/;

/** A workspace's service begins as a copy of the global one, so global ones come first. */
export async function copyServices(copying: Copying, seen: readonly SeenRead[]): Promise<void> {
  const read = seen.flatMap(({ path, status }) => {
    const { ows = "", workspace } = READ.exec(path)?.groups ?? {};
    if (!isServiceName(ows)) return [];
    return [{ ows, workspace: status === 200 ? workspace : undefined }];
  });
  for (const [kind, name, route] of WHOLE) {
    const from = pathTo(route, {}, "xml");
    const address = { kind, workspace: null, name };
    if (seen.some(({ path }) => path === from))
      await copyDocument(copying, address, [from, pathTo(route, {})]);
  }
  for (const ows of new Set(read.map((one) => one.ows))) await copyService(copying, ows, null);
  const local = new Map(read.map((one) => [`${one.ows} ${one.workspace}`, one] as const));
  for (const { ows, workspace } of local.values())
    if (workspace !== undefined) await copyService(copying, ows, decodeURIComponent(workspace));
  const owners = seen.flatMap(({ path, status }) => {
    const { workspace } = OWN.exec(path)?.groups ?? {};
    return workspace === undefined || status !== 200 ? [] : [decodeURIComponent(workspace)];
  });
  for (const workspace of new Set(owners)) await copyOwnSettings(copying, workspace);
}

/** For a workspace without settings of its own, a server shows other settings. */
async function copyOwnSettings(copying: Copying, workspace: string): Promise<void> {
  const address = { kind: "Settings", workspace, name: "settings" };
  const path = pathTo("workspaceSettings", { workspace });
  const found = await ifShown(copying, address, async () => {
    const from = pathTo("workspaceSettings", { workspace }, "xml");
    const shown = await getIfThere(copying.original.read, from);
    return shown !== undefined && isOfWorkspace(documentIn(shown).content) ? shown : undefined;
  });
  if (found === undefined) return;
  await copying.write(address, xmlRequest("PUT", path, bodyText(found)));
}

async function copyService(
  copying: Copying,
  ows: ServiceName,
  workspace: string | null,
): Promise<void> {
  const path = (suffix?: string) =>
    workspace === null
      ? pathTo("service", { ows }, suffix)
      : pathTo("workspaceService", { ows, workspace }, suffix);
  const address = { kind: "Service", workspace, name: ows };
  await copyDocument(copying, address, [path("xml"), path()]);
}

/** Equal documents are not sent: a stock server adds to a document that it receives. */
async function copyDocument(
  copying: Copying,
  address: Address,
  [from, to]: readonly [from: string, to: string],
): Promise<void> {
  const { original, copy, write } = copying;
  const found = await ifShown(copying, address, () => getIfThere(original.read, from));
  if (found === undefined) return;
  const there = await getIfThere(copy.read, from);
  if (there !== undefined && bodyText(there) === bodyText(found)) return;
  await write(address, xmlRequest("PUT", to, bodyText(found)));
}
