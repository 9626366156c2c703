/** Which services are there: of the server, or of a workspace for itself. */
import type { Address } from "../../../model/address.ts";
import { serviceNames, type ServiceName } from "../../../model/service.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { KindContext } from "../../kind.ts";
import { isListed } from "../setting/listed.ts";

/** Name of the kind. */
export const SERVICE = "Service";

/** Path of a service. */
export function servicePath(ows: ServiceName, workspace: string | null, suffix?: string): string {
  return workspace === null
    ? pathTo("service", { ows }, suffix)
    : pathTo("workspaceService", { ows, workspace }, suffix);
}

/** The services that are there. */
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
