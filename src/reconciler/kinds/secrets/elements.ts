/** Keys and passwords that are elements of documents; a manifest refers to them as `secrets`. */
import { reveal } from "../../../model/secret.ts";
import { memberWholeText } from "../../../wire/tree.ts";
import type { ArtefactSource, Manifest, SecretReference } from "../../kind.ts";
import { keepSecret } from "../declare/secrets.ts";
import type { PartHandler } from "../fields/contract.ts";
import { readSecrets, shownFingerprints, type Secrets } from "./reference.ts";

export interface WithSecrets {
  readonly secretElements: Secrets;
}

interface SpecWithSecrets {
  readonly secrets?: Readonly<Record<string, SecretReference | undefined>> | undefined;
}

export async function readSecretElements(
  manifest: Manifest<SpecWithSecrets>,
  files: ArtefactSource,
) {
  const references = Object.entries(manifest.spec.secrets ?? {}).flatMap(([name, given]) =>
    given === undefined ? [] : [[name, given] as const],
  );
  const about = { manifest, files, path: ["spec", "secrets"] };
  const { secrets, diagnostics } = await readSecrets(new Map(references), about);
  return { secretElements: secrets, diagnostics };
}

/** The record holds fingerprints. */
export function secretElementsField(names: readonly string[]): PartHandler<WithSecrets> {
  return {
    exposure: "other",
    onChange: "update",
    secret: true,
    isSealed: true,
    wanted: ({ secretElements: { fingerprints } }) =>
      fingerprints.length === 0 ? undefined : fingerprints,
    shown: (document, about) => shownFingerprints((name) => memberWholeText(document, name), about),
    declare: (document, { address }) => {
      const there = names.filter((name) => (memberWholeText(document, name) ?? "") !== "");
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
