/** Secrets that are not given where a plan is made, and digests that do not depend on them. Pure. */
import { addressSet } from "../../../model/address-map.ts";
import { isOpen, opened } from "../../../model/secret-fingerprint.ts";
import type { WireRequest } from "../../../wire/request.ts";
import type { Governed } from "./lifecycle.ts";
import type { PlannedStep, SecretNotGiven } from "./plan.ts";

/** Every secret that is not given of what is declared, and whether a request would hold it. */
export function findNotGiven(
  { managed, observed }: Pick<Governed, "managed" | "observed">,
  steps: readonly PlannedStep[],
): readonly SecretNotGiven[] {
  const needing = addressSet(
    steps
      .filter(({ request }) => isOpen(bodyDigestOf(request)))
      .flatMap(({ addresses }) => addresses),
  );
  const open = [...managed, ...observed].filter(({ notGiven }) => notGiven !== undefined);
  return open.flatMap(({ address, notGiven = [] }) => {
    const isNeeded = needing.has(address);
    return notGiven.map(({ what, reason, where }) => ({ address, what, reason, isNeeded, where }));
  });
}

/** The digest by which a body is known that is loaded when it is sent; empty for others. */
export function bodyDigestOf({ body }: WireRequest): string {
  return body?.kind === "artefact" ? body.digest : "";
}

/** A request as it would be if no secret were given; the same one where it depends on none. */
export function withoutSecrets(request: WireRequest): WireRequest {
  const { body } = request;
  if (body?.kind !== "artefact") return request;
  const digest = opened(body.digest);
  return digest === body.digest ? request : { ...request, body: { ...body, digest } };
}
