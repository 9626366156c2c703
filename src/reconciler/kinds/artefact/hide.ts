/** Replaces secrets in a server's text files by variables, so that the files can be written out. */
import type { Address } from "../../../model/address.ts";
import type { DeclaredSecret } from "../../kind.ts";
import { isSecretText, keepSecret, type KeptReference } from "../declare/secrets.ts";

export interface HiddenSecrets {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** For `spec.variables`. */
  readonly variables: Readonly<Record<string, KeptReference>>;
  readonly secrets: readonly DeclaredSecret[];
}

/** A text is the reason why the secrets cannot be hidden. */
export function hideSecrets(
  owner: Address,
  files: ReadonlyMap<string, Uint8Array>,
): HiddenSecrets | string {
  const hidden = new Map<string, Uint8Array>();
  const known = new Map<string, DeclaredSecret>();
  const variables: Record<string, KeptReference> = {};
  const variableFor = (key: string, text: string) => {
    const found = known.get(text);
    if (found !== undefined) return placeholder(found);
    for (let n = 1; ; n++) {
      const { reference, secret } = keepSecret(owner, n === 1 ? key : `${key} ${n}`);
      if (variables[secret.variable] !== undefined) continue;
      variables[secret.variable] = reference;
      known.set(text, secret);
      return placeholder(secret);
    }
  };
  for (const [path, bytes] of files) {
    const style = styleOf(path);
    if (style === undefined) {
      hidden.set(path, bytes);
      continue;
    }
    if (isWide(bytes)) return `${path} is written in UTF-16, so its content cannot be checked`;
    const text = Buffer.from(bytes).toString("latin1");
    const open = style === "xml" ? withoutXml(text, variableFor) : withoutLines(text, variableFor);
    hidden.set(path, open === text ? bytes : Buffer.from(open, "latin1"));
  }
  const holds = known.size > 0;
  const mixed = [...files].find(([path, bytes]) => holds && styleOf(path) && holdsPlaces(bytes));
  if (mixed !== undefined) return `${mixed[0]} holds a password, and \${{ … }} of its own`;
  return { files: hidden, variables, secrets: [...known.values()] };
}

type VariableFor = (key: string, text: string) => string;

function placeholder({ variable }: DeclaredSecret): string {
  return `\${{ var.${variable} }}`;
}

function styleOf(path: string): "xml" | "lines" | undefined {
  if (/\.(?:appschema|xml|xsd)$/i.test(path)) return "xml";
  return /\.properties$/i.test(path) ? "lines" : undefined;
}

function isWide(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isMarked = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  return isMarked || first === 0 || second === 0;
}

function holdsPlaces(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes("${{");
}

/** A parameter: a name, then the start of its value. Text that the server fills in is no secret. */
const PARAMETER =
  /(<(?:[\w.-]+:)?name>([^<]*)<\/(?:[\w.-]+:)?name>\s*<(?:[\w.-]+:)?value>\s*)(?:<!\[CDATA\[([^]*?)(?:\]\]>|$)|([^<]*))/g;

function withoutXml(text: string, variableFor: VariableFor): string {
  return text.replaceAll(PARAMETER, (whole: string, ...parts: readonly (string | undefined)[]) => {
    const [before = "", name = "", raw, written = ""] = parts;
    const [key, found] = [name.trim(), raw ?? written.trimEnd()];
    if (!isSecretText(key, found) || /^\$\{[^{}]*\}$/.test(found)) return whole;
    const after = raw === undefined ? written.slice(found.length) : "";
    return `${before}${variableFor(key, found)}${after}`;
  });
}

/** Lines of a .properties file, also comments: a password there is still a password. */
const LINE = /^([ \t]*(?:[#!][ \t]*)?)((?:\\.|[^\s=:\\#!])+)([ \t]*[=:][ \t]*)([^\r\n]*)$/gm;

function withoutLines(text: string, variableFor: VariableFor): string {
  return text.replaceAll(LINE, (whole: string, ...parts: readonly string[]) => {
    const [before = "", key = "", sign = "", found = ""] = parts;
    const isOpen = isSecretText(key, found) && !/^\$\{[^{}]*\}$/.test(found);
    return isOpen ? `${before}${key}${sign}${variableFor(key, found)}` : whole;
  });
}
