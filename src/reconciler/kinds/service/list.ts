/** Lists the services of the server or of a workspace. */
import type { Address } from "../../../model/address.ts";
import { serviceNames, type ServiceName } from "../../../model/service.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { KindContext } from "../../kind.ts";
import { isListed } from "../setting/listed.ts";

export const SERVICE = "Service";

/** The path of a service. */
export function servicePath(ows: ServiceName, workspace: string | null, suffix?: string): string {
  return workspace === null
    ? pathTo("service", { ows }, suffix)
    : pathTo("workspaceService", { ows, workspace }, suffix);
}

export async function listServices(
  { read }: KindContext,
  workspace: string | null,
): Promise<readonly Address[]> {
  const found = await Promise.all(
    serviceNames.map(async (name) => {
      const path = servicePath(name, workspace, "xml");
      const isThere = await isListed(() => getIfThere(read, path));
      return isThere ? [{ kind: SERVICE, workspace, name }] : [];
    }),
  );
  return found.flat();
}
