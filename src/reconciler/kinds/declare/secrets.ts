/** Which texts of a server are secrets, and the references that stand for them in manifests. */
import type { Address } from "../../../model/address.ts";
import { isSecretParameter } from "../../../model/connection-parameters.ts";
import type { DeclaredSecret, FactValue } from "../../kind.ts";

/** How servers show secrets that they keep to themselves. */
const WITHHELD = /^(?:plain|crypt\d+|sealed|digest\d*):/;

/** Names of parameters with keys to something. */
const KEYS = /secret|token|api[ _-]?key|access[ _-]?key|credential|passphrase|password|passwd/i;

/** Passwords inside of addresses, before a host or behind a name; what is secret is the second group. */
const INSIDE = [
  /(:\/\/[^/\s:@]*:)([^/\s@]+)(?=@)/gi,
  /([?&;](?:password|passwd|pwd|key|sig|(?:[\w.-]*[_.-])?(?:token|signature|secret)|(?:[\w.-]*[_.-])?(?:api|auth|access|account|subscription)[_.-]?(?:key|token))=)([^&\s]+)/gi,
] as const;

/** An address without what is secret in it. */
function masked(address: string): string {
  return INSIDE.reduce((text, pattern) => text.replaceAll(pattern, `$1${MASK}`), address);
}

const MASK = "(secret)";

/** Whether the secrets of an address were left out of it. */
export function isMasked(address: string): boolean {
  return address.includes(MASK);
}

/** What stands between the secrets that were left out of an address. */
export function partsOfMasked(address: string): readonly string[] {
  return address.split(MASK);
}

/** An address as plans may show it: what is secret in another one than the manifest's is left out. */
export function shownAddress(address: string, wanted: unknown): string {
  return address === wanted ? address : masked(address);
}

/** The same of a list of texts with addresses in them. */
export function shownAddresses(texts: readonly string[], wanted: FactValue): readonly string[] {
  const known = new Set<unknown>(Array.isArray(wanted) ? wanted : []);
  return texts.map((text) => (known.has(text) ? text : masked(text)));
}

/** Whether an address holds a password or a key: no manifest is to say that for everybody to read. */
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

/** A reference in a manifest to a secret that the server has already. */
export interface KeptReference {
  readonly fromEnv: string;
  readonly inForce: true;
}

/** The reference for a secret of an object, and how it is reported. */
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
