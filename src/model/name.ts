/**
 * What may name a catalog object (docs/reference.md, "Bounds"). Pure rules; callers decide
 * whether a problem is a diagnostic of a manifest or a refusal of a request.
 */
import { http } from "./limits.ts";
import { unwritableIn } from "./writable.ts";

const FORBIDDEN = /[/\\:*?"<>|\t\n\r\u007f]/;
const NCNAME = /^[\p{L}_][\p{L}\p{M}\p{N}._-]*$/u;

/** Why a text cannot name a style, store, layer or the like; undefined when it can. */
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

/** As `nameFault`, for workspaces, whose names are XML prefixes too. */
export function workspaceNameProblem(name: string): string | undefined {
  if (name === "default") return "is reserved: 'default' addresses the default workspace";
  const problem = nameProblem(name);
  if (problem !== undefined) return problem;
  return NCNAME.test(name) ? undefined : "is not an XML name, so it cannot be a namespace prefix";
}

/** Names of devices, which some systems take for no files. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether some systems take a name for that of a device. */
export function isDeviceName(name: string): boolean {
  return DEVICES.test(name);
}

/** Whether a file of this name, of letters, digits, dots, - and _, is the same one on every system, and not hidden. */
export function isPortableName(name: string): boolean {
  return !isDeviceName(name) && !/^\.|\.$/.test(name);
}
