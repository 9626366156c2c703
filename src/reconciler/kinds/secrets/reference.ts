/** Secrets in manifests: references, values and fingerprints. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { formatAddress, type Address } from "../../../model/address.ts";
import type { Diagnostic, DiagnosticCode, Position } from "../../../model/diagnostic.ts";
import { passwordProblem } from "../../../model/password.ts";
import { secretFingerprint, isOpen } from "../../../model/secret-fingerprint.ts";
import { reasonNotGiven, reveal, secret, type Secret } from "../../../model/secret.ts";
import { writableText } from "../../../model/writable.ts";
import type {
  ArtefactSource,
  Facts,
  FactValue,
  Manifest,
  NotGiven,
  SecretReference,
} from "../../kind.ts";
import { listIn } from "../fields/entries.ts";

/** A secret by reference, never by value. */
export const secretReference = z.union([
  z.strictObject({ fromEnv: z.string().min(1) }),
  z.strictObject({ fromFile: z.string().min(1) }),
  z.strictObject({ fromExec: z.array(z.string()).min(1) }),
]);

const inForce = madeOnce(() =>
  z
    .boolean()
    .optional()
    .describe(
      "True where the server has this secret already: an object that is adopted is not sent it again. Another one is sent.",
    ),
);

/** The same for objects that may be adopted with their present secret. */
export const keptSecret = madeOnce(() =>
  z.union([
    z.strictObject({ fromEnv: z.string().min(1), inForce: inForce() }),
    z.strictObject({ fromFile: z.string().min(1), inForce: inForce() }),
    z.strictObject({ fromExec: z.array(z.string()).min(1), inForce: inForce() }),
  ]),
);

export interface FoundPassword {
  readonly password?: Secret;
  readonly notGiven: readonly NotGiven[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A missing password, or one that XML cannot hold unchanged, gives a diagnostic instead. */
export async function readPassword(
  { locate }: Manifest,
  files: ArtefactSource,
  field: {
    readonly name: string;
    readonly reference: SecretReference;
    /** Set where servers trim it. */
    readonly isTrimmed?: true;
  },
): Promise<FoundPassword> {
  const where = locate(["spec", field.name]);
  const found = await files.secretOf(field.reference);
  const faulty = (code: DiagnosticCode, message: string): FoundPassword => ({
    notGiven: [],
    diagnostics: [{ code, severity: "error", message, where }],
  });
  if (typeof found === "string") return faulty("secret-missing", found);
  const password = found.value;
  const notGiven = notGivenIn(new Map([[field.name, password]]), () => where);
  if (notGiven.length > 0) return { password, notGiven, diagnostics: [] };
  const problem = sendableProblem(reveal(password), field.isTrimmed);
  if (problem === undefined) return { password, notGiven, diagnostics: [] };
  const message = `The password that spec.${field.name} refers to cannot be used: it ${problem}`;
  return faulty("password-unusable", message);
}

function notGivenIn(
  secrets: ReadonlyMap<string, Secret>,
  locate: (name: string) => Position,
): readonly NotGiven[] {
  return [...secrets].flatMap(([what, value]) => {
    const reason = reasonNotGiven(value);
    return reason === undefined ? [] : [{ what, reason, where: locate(what) }];
  });
}

function sendableProblem(text: string, isTrimmed: boolean | undefined): string | undefined {
  const problem = passwordProblem(text);
  if (problem !== undefined) return problem;
  if (isTrimmed === true && text !== text.trim()) return "begins or ends with white space";
  return text === writableText(text) ? undefined : "holds a character that XML does not have";
}

/** Secrets by name, with their fingerprints: `name scrypt-…`. */
export interface Secrets {
  readonly values: ReadonlyMap<string, Secret>;
  readonly fingerprints: readonly string[];
  /** What a hidden value counts as where the manifest says `inForce`: the declared one. */
  readonly assumed: Facts;
  readonly notGiven: readonly NotGiven[];
}

/** A missing secret gives a diagnostic. */
export async function readSecrets(
  references: ReadonlyMap<string, SecretReference>,
  {
    manifest,
    files,
    path,
  }: {
    readonly manifest: Manifest;
    readonly files: Pick<ArtefactSource, "secretOf">;
    readonly path: readonly string[];
  },
): Promise<{ readonly secrets: Secrets; readonly diagnostics: readonly Diagnostic[] }> {
  const values = new Map<string, Secret>();
  const diagnostics: Diagnostic[] = [];
  for (const [name, reference] of references) {
    const found = await files.secretOf(reference);
    if (typeof found !== "string") values.set(name, found.value);
    else {
      const where = manifest.locate([...path, name]);
      diagnostics.push({ code: "secret-missing", severity: "error", message: found, where });
    }
  }
  const { kind, workspace, name: owner } = manifest;
  const fingerprints = [...values].map(([name, value]) =>
    fingerprintText({ kind, workspace, name: owner }, name, value),
  );
  const inForce = [...references.values()].every((reference) => reference.inForce === true);
  const notGiven = notGivenIn(values, (name) => manifest.locate([...path, name]));
  const assumed = inForce && fingerprints.length > 0 ? { secrets: fingerprints } : {};
  return { secrets: { values, fingerprints, assumed, notGiven }, diagnostics };
}

function fingerprintText(owner: Address, name: string, value: Secret): string {
  return `${name} ${secretFingerprint(value, `${formatAddress(owner)} ${name}`)}`;
}

/** A value that the server shows encrypted. */
export const ENCRYPTED = /^crypt\d+:/;

/**
 * `find` gives what the server shows for a key. Undefined where a secret is encrypted: then the
 * last applied fingerprints stand in.
 */
export function shownFingerprints(
  find: (key: string) => string | undefined,
  { address, wanted }: { readonly address: Address; readonly wanted: FactValue },
): readonly string[] | undefined {
  const fingerprints = listIn(wanted);
  const shown = fingerprints.map((fingerprint) => {
    const key = fingerprint.slice(0, fingerprint.lastIndexOf(" "));
    const found = find(key);
    if (found === undefined) return "other";
    if (ENCRYPTED.test(found) || isOpen(fingerprint)) return "hidden";
    // Some stores show `plain:` before the value.
    const values = new Set([found.replace(/^plain:/, ""), found]);
    const isSame = (text: string) => fingerprintText(address, key, secret(text)) === fingerprint;
    return [...values].some(isSame) ? "same" : "other";
  });
  if (shown.includes("other"))
    return fingerprints.filter((_one, index) => shown[index] !== "other");
  return shown.includes("hidden") ? undefined : fingerprints;
}
