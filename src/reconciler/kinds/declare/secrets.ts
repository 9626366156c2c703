/** Decides which texts of a server are secrets, and makes references for them. */
import type { Address } from "../../../model/address.ts";
import { isSecretParameter } from "../../../model/connection-parameters.ts";
import type { DeclaredSecret, FactValue } from "../../kind.ts";

/** Prefixes of secrets that servers do not show. */
const WITHHELD = /^(?:plain|crypt\d+|sealed|digest\d*):/;

const KEYS = /secret|token|api[ _-]?key|access[ _-]?key|credential|passphrase|password|passwd/i;

/**
 * Passwords and keys inside URLs, which no manifest may hold in plain text; group 2 is the
 * secret.
 */
const INSIDE = [
  /(:\/\/[^/\s:@]*:)([^/\s@]+)(?=@)/gi,
  /([?&;](?:password|passwd|pwd|key|sig|(?:[\w.-]*[_.-])?(?:token|signature|secret)|(?:[\w.-]*[_.-])?(?:api|auth|access|account|subscription)[_.-]?(?:key|token))=)([^&\s]+)/gi,
] as const;

function masked(address: string): string {
  return INSIDE.reduce((text, pattern) => text.replaceAll(pattern, `$1${MASK}`), address);
}

const MASK = "(secret)";

export function isMasked(address: string): boolean {
  return address.includes(MASK);
}

export function partsOfMasked(address: string): readonly string[] {
  return address.split(MASK);
}

/** A URL for plans: secrets are masked unless the manifest holds the same URL. */
export function shownAddress(address: string, wanted: unknown): string {
  return address === wanted ? address : masked(address);
}

export function shownAddresses(texts: readonly string[], wanted: FactValue): readonly string[] {
  const known = new Set<unknown>(Array.isArray(wanted) ? wanted : []);
  return texts.map((text) => (known.has(text) ? text : masked(text)));
}

export function isSecretAddress(address: string): boolean {
  return masked(address) !== address;
}

/** Whether a named text is a secret, or holds one. */
export function isSecretText(name: string, text: string): boolean {
  if (text === "") return false;
  if (WITHHELD.test(text) || isSecretParameter(name)) return true;
  const isFlag = /^(?:true|false|\d{1,4})$/i.test(text);
  return (KEYS.test(name) && !isFlag) || isSecretAddress(text);
}

export interface KeptReference {
  readonly fromEnv: string;
  readonly inForce: true;
}

/** A reference to a secret that the server already has, and its report. */
export function keepSecret(
  { kind, workspace, name }: Address,
  what: string,
): { readonly reference: KeptReference; readonly secret: DeclaredSecret } {
  const parts = [workspace ?? (kind === "User" ? "user" : ""), name, what];
  const variable = parts
    .filter((part) => part !== "")
    .join("_")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "")
    .toUpperCase();
  const fromEnv = /^[A-Z]/.test(variable) ? variable : `SECRET_${variable}`;
  return { reference: { fromEnv, inForce: true }, secret: { variable: fromEnv, what } };
}
