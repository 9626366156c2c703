/**
 * Rules for names of catalog objects (docs/reference.md, "Bounds"). Pure; callers make diagnostics
 * or error responses of problems.
 */
import { http } from "./limits.ts";
import { unwritableIn } from "./writable.ts";

const FORBIDDEN = /[/\\:*?"<>|\t\n\r\u007f]/;
const NCNAME = /^[\p{L}_][\p{L}\p{M}\p{N}._-]*$/u;

/** Why a text is not a valid name. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === "") return "is empty";
  if (name !== name.trim()) return "begins or ends with white space";
  if (name === "." || name === "..") return "is a path, not a name";
  if (Buffer.byteLength(name) > http.nameBytes) {
    return `is longer than ${http.nameBytes} bytes (${Buffer.byteLength(name)})`;
  }
  const wrong = unwritableIn(name) ?? FORBIDDEN.exec(name)?.[0];
  if (wrong !== undefined) return `holds the character ${JSON.stringify(wrong)}`;
  if (name !== name.normalize("NFC")) return "is not in Unicode normal form C";
  return undefined;
}

/** Workspace names are XML prefixes, too. */
export function workspaceNameProblem(name: string): string | undefined {
  if (name === "default") return "is reserved: 'default' addresses the default workspace";
  const problem = nameProblem(name);
  if (problem !== undefined) return problem;
  return NCNAME.test(name) ? undefined : "is not an XML name, so it cannot be a namespace prefix";
}

/** Device names, which some systems do not accept for files. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether some systems reserve a name for a device. */
export function isDeviceName(name: string): boolean {
  return DEVICES.test(name);
}

/**
 * Whether a file name of letters, digits, dots, - and _ is valid on every system and not hidden.
 */
export function isPortableName(name: string): boolean {
  return !isDeviceName(name) && !/^\.|\.$/.test(name);
}
