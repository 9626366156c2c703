/** Missing secrets, and digests that do not depend on them. Pure. */
import { addressSet } from "../../../model/address-map.ts";
import { isOpen, opened } from "../../../model/secret-fingerprint.ts";
import type { WireRequest } from "../../../wire/request.ts";
import type { Governed } from "./lifecycle.ts";
import type { PlannedStep, SecretNotGiven } from "./plan.ts";

/** Each missing secret, and whether a request needs it. */
export function findNotGiven(
  { managed, observed }: Pick<Governed, "managed" | "observed">,
  steps: readonly PlannedStep[],
): readonly SecretNotGiven[] {
  const open = [...managed, ...observed].filter(({ notGiven }) => notGiven !== undefined);
  if (open.length === 0) return [];
  const needing = addressSet(
    steps
      .filter(({ request }) => isOpen(bodyDigestOf(request)))
      .flatMap(({ addresses }) => addresses),
  );
  return open.flatMap(({ address, notGiven = [] }) => {
    const isNeeded = needing.has(address);
    return notGiven.map(({ what, reason, where }) => ({ address, what, reason, isNeeded, where }));
  });
}

/** The digest of a body that is loaded when it is sent; empty for others. */
export function bodyDigestOf({ body }: WireRequest): string {
  return body?.kind === "artefact" ? body.digest : "";
}

/** The request with the digest without secrets; unchanged where it has none. */
export function withoutSecrets(request: WireRequest): WireRequest {
  const { body } = request;
  if (body?.kind !== "artefact") return request;
  const digest = opened(body.digest);
  return digest === body.digest ? request : { ...request, body: { ...body, digest } };
}
