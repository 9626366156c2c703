/**
 * Finds the keystore password for the copy, so that it responds to a change of it as the catalog
 * would.
 */
import { secret, type Secret } from "../model/secret.ts";
import type { Plan } from "../reconciler/engine/plan/plan.ts";
import type { BodyStore } from "../reconciler/manifest/artefacts.ts";
import { parseKeystorePassword, parseKeystorePasswordChange } from "../wire/keystore.ts";
import { pathTo } from "../wire/addressing.ts";
import type { SeenRead } from "./recorder.ts";

/**
 * The password that was read, or the plan's current one if none was read or a placeholder replaces
 * it. The copy then accepts the placeholder, or shows another password than the catalog, so that
 * the change is not rehearsed. Undefined if nothing is known.
 */
export async function keystorePasswordOf(
  { steps, secretsNotGiven }: Plan,
  seen: readonly SeenRead[],
  bodies: BodyStore,
): Promise<Secret | undefined> {
  const path = pathTo("keystorePassword", {});
  const body = seen.find((one) => one.path.startsWith(path))?.body;
  const isMadeUp = secretsNotGiven.some(
    ({ address, what }) => address.kind === "KeystorePassword" && what === "current",
  );
  const change = steps.find(({ request }) => request.method === "PUT" && request.path === path);
  const request = change?.request;
  if (request?.body !== undefined && (body === undefined || isMadeUp)) {
    const { old } = parseKeystorePasswordChange(
      await bodies.load(request.body),
      request.mediaType ?? "",
    );
    return old === undefined ? undefined : secret(old);
  }
  if (body === undefined) return undefined;
  return secret(parseKeystorePassword({ status: 200, headers: {}, body }));
}
