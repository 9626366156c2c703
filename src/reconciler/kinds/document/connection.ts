/**
 * Connection parameters. A manifest names some of them, and passwords only by reference. A server
 * adds others and shows passwords encrypted (docs/compatibility.md, "Stores").
 */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { isSecretParameter } from "../../../model/connection-parameters.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { reveal } from "../../../model/secret.ts";
import type { Tree } from "../../../wire/tree.ts";
import type { ArtefactSource, Manifest, SecretReference } from "../../kind.ts";
import {
  keptSecret,
  readSecrets,
  type Secrets,
  shownFingerprints,
  ENCRYPTED,
} from "../secrets/reference.ts";
import { isSecretText, keepSecret } from "../declare/secrets.ts";
import {
  entriesIn,
  entriesSpec,
  entryTexts,
  entryValue,
  isEntryKey,
  shownEntries,
  withDeclaredEntries,
} from "../fields/entries.ts";
import type {
  PartHandler,
  Members,
  DeclaredPart,
  DeclareContext,
  Written,
} from "../fields/contract.ts";

export const connectionSpec = madeOnce(() =>
  entriesSpec(z.union([entryValue, keptSecret(), z.null()])).describe(
    "Parameters of the connection; others stay as they are, and null takes one away. Passwords by reference: fromEnv names an environment variable, fromFile a file beside the manifest.",
  ),
);

export interface Connection {
  readonly plain: ReadonlyMap<string, string | null>;
  readonly secrets: Secrets;
}

export async function readConnection(
  manifest: Manifest<{ readonly connectionParameters: z.infer<ReturnType<typeof connectionSpec>> }>,
  files: Pick<ArtefactSource, "secretOf">,
): Promise<{ readonly connection: Connection; readonly diagnostics: readonly Diagnostic[] }> {
  const path = ["spec", "connectionParameters"];
  const plain = new Map<string, string | null>();
  const references = new Map<string, SecretReference>();
  const problems: Diagnostic[] = [];
  for (const [key, given] of Object.entries(manifest.spec.connectionParameters)) {
    if (given === null) plain.set(key, null);
    else if (typeof given === "object") references.set(key, given);
    else plain.set(key, String(given));
    if (!isOpenSecret(key, given)) continue;
    const message = `The connection parameter ${key} contains a readable password`;
    const hint = "Refer to it: { fromEnv: NAME } or { fromFile: PATH }.";
    const where = manifest.locate([...path, key]);
    problems.push(fault("manifest-invalid", message, { hint, where }));
  }
  const { secrets, diagnostics } = await readSecrets(references, { manifest, files, path });
  return { connection: { plain, secrets }, diagnostics: [...problems, ...diagnostics] };
}

export const USER_INFO = /(:\/\/[^/\s:@]*:)[^/\s@]+@/g;

function isOpenSecret(key: string, given: unknown): boolean {
  if (typeof given === "object" || given === "") return false;
  return isSecretParameter(key) || (typeof given === "string" && given.search(USER_INFO) !== -1);
}

interface WithConnection {
  readonly connection: Connection;
}

const shared = {
  label: "connectionParameters",
  onChange: "update",
  shares: true,
  secret: true,
  holdsSecrets,
  body: connectionBody,
} as const;

export const parametersField: PartHandler<WithConnection> = {
  ...shared,
  exposure: "other",
  wanted: ({ connection: { plain } }) => (plain.size === 0 ? undefined : entryTexts(plain)),
  shown: (document, { wanted }) =>
    entryTexts(
      shownEntries(entriesIn(document, MAP), wanted).map(
        ([key, text]) => [key, text?.replaceAll(USER_INFO, "$1(secret)@") ?? null] as const,
      ),
    ),
  declare: declaredParameters,
};

/** Parameters by reference, recorded as fingerprints. */
export const secretsField: PartHandler<WithConnection> = {
  ...shared,
  isSealed: true,
  exposure: "other",
  wanted: ({ connection: { secrets } }) =>
    secrets.fingerprints.length === 0 ? undefined : secrets.fingerprints,
  shown: (document, about) => {
    const entries = entriesIn(document, MAP);
    return shownFingerprints((key) => entries.get(key), about);
  },
  // `parametersField` declares them.
  declare: () => ({ spec: {} }),
};

const MAP = "connectionParameters";

const ADDED = new Set(["namespace"]);

function declaredParameters(document: Tree, { address }: DeclareContext): DeclaredPart {
  const entries = [...entriesIn(document, MAP)].filter(([key]) => !ADDED.has(key));
  const sayable = entries.filter(([key]) => isEntryKey(key));
  const parameters = sayable.map(([key, found]) => {
    if (!isSecretText(key, found)) return { key, given: found };
    const { reference, secret: kept } = keepSecret(address, key);
    return { key, given: reference, kept };
  });
  return {
    spec: { [MAP]: Object.fromEntries(parameters.map(({ key, given }) => [key, given])) },
    secrets: parameters.flatMap(({ kept }) => kept ?? []),
    notes: entries
      .filter(([key]) => !isEntryKey(key))
      .map(([key]) => `the parameter ${JSON.stringify(key)}`),
  };
}

function holdsSecrets({ declared, before }: Omit<Written<WithConnection>, "secrets">): boolean {
  const kept = before === undefined ? [] : [...entriesIn(before, MAP)];
  const { secrets } = declared.connection;
  return secrets.values.size > 0 || kept.some(([key, text]) => isHidden(key, text));
}

function isHidden(key: string, text: string): boolean {
  return isSecretParameter(key) || ENCRYPTED.test(text);
}

/** The body holds all parameters, because servers replace the whole map. */
function connectionBody({ declared, before, secrets }: Written<WithConnection>): Members {
  const { plain, secrets: hidden } = declared.connection;
  const masked = (key: string, text: string) =>
    secrets === "masked" && isHidden(key, text) ? "(kept)" : text;
  const own = [...hidden.values].map(
    ([key, value]) => [key, secrets === "masked" ? String(value) : reveal(value)] as const,
  );
  const kept = [...(before === undefined ? [] : entriesIn(before, MAP))].map(
    ([key, text]) => [key, masked(key, text)] as const,
  );
  const all = withDeclaredEntries(kept, [...plain, ...own]);
  return { [MAP]: { entry: [...all].map(([key, text]) => ({ "@key": key, $: text })) } };
}
