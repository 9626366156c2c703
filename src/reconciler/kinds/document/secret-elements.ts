/** Secrets that are elements of documents; a manifest holds references to them. */
import { reveal } from "../../../model/secret.ts";
import { memberText } from "../../../wire/tree.ts";
import { keepSecret } from "../declare/secrets.ts";
import type { Secrets } from "../secrets/reference.ts";
import { shownFingerprints } from "./connection.ts";
import type { PartHandler } from "../fields/contract.ts";

interface WithSecrets {
  readonly secretElements: Secrets;
}

/** A spec declares the secrets under `secrets`; the record holds fingerprints. */
export function secretElementsField(names: readonly string[]): PartHandler<WithSecrets> {
  return {
    exposure: "other",
    onChange: "update",
    secret: true,
    isSealed: true,
    wanted: ({ secretElements: { fingerprints } }) =>
      fingerprints.length === 0 ? undefined : fingerprints,
    shown: (document, about) => shownFingerprints((name) => memberText(document, name), about),
    declare: (document, { address }) => {
      const there = names.filter((name) => (memberText(document, name) ?? "") !== "");
      const kept = there.map((name) => [name, keepSecret(address, name)] as const);
      const secrets = Object.fromEntries(kept.map(([name, { reference }]) => [name, reference]));
      return {
        spec: kept.length === 0 ? {} : { secrets },
        secrets: kept.map(([, { secret }]) => secret),
      };
    },
    holdsSecrets: ({ declared }) => declared.secretElements.values.size > 0,
    body: ({ declared, secrets }) =>
      Object.fromEntries(
        [...declared.secretElements.values].map(([name, value]) => [
          name,
          secrets === "masked" ? String(value) : reveal(value),
        ]),
      ),
  };
}
