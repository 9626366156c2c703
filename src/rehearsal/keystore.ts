/** The keystore password of a copy, so that a change of it is answered there as the catalog would. */
import { secret, type Secret } from "../model/secret.ts";
import type { Plan } from "../reconciler/engine/plan/plan.ts";
import type { BodyStore } from "../reconciler/manifest/artefacts.ts";
import { parseKeystorePassword, parseKeystorePasswordChange } from "../wire/keystore.ts";
import { pathTo } from "../wire/addressing.ts";
import type { SeenRead } from "./recorder.ts";

/**
 * The password that was read, or the one that the plan takes for the current one where none was read, or
 * where words stand in for it: then the copy either takes those, or shows another one than the catalog, so
 * that the change is not rehearsed. Undefined where nothing is known of it.
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
