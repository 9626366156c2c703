/** The audit of the catalog (docs/compatibility.md, "Audit"), the newest change first. */
import { isSameAddress, parseAddress, type Address } from "../model/address.ts";
import { addressesInPath, addressInPath, namesOfPath, pathIn } from "../model/path-address.ts";
import type { Rest } from "./reading.ts";

/** `at` is ISO 8601. An empty account is the server itself. */
export interface Change {
  readonly id: number;
  readonly at: string;
  readonly revision: number;
  readonly account: string;
  readonly method: string;
  readonly path: string;
  /** The estate whose apply it was. */
  readonly estate?: string;
  /** Addresses of the changed objects. */
  readonly objects: readonly string[];
}

/** Changes per response. */
const PAGE = 1_000;

/** Changes with an id below `before`, or the latest ones. `next` is `before` of the next page. */
export async function readChanges(
  rest: Rest,
  before?: number,
): Promise<{ readonly changes: readonly Change[]; readonly next: number | undefined }> {
  const from = before === undefined ? "" : `&before=${before}`;
  const path = `rest/plumbline/audit.json?newest=true&limit=${PAGE}${from}`;
  const changes = (await rest.json(path)) as readonly Change[];
  return { changes, next: changes.length < PAGE ? undefined : changes.at(-1)?.id };
}

/**
 * Changes of the object at a path and of what is in it, the same under each of its paths. Only paths
 * without an object, such as those of lists, are compared as text.
 */
export function changesOf(changes: readonly Change[], path: string): readonly Change[] {
  const own = addressInPath(path);
  if (own !== undefined) return changes.filter((change) => touches(change, own));
  const asked = namesOfPath(path).join("/");
  return changes.filter((change) => {
    const changed = namesOfPath(pathIn(change.path) ?? "").join("/");
    return changed === asked || changed.startsWith(`${asked}/`);
  });
}

function touches({ objects, path }: Change, own: Address): boolean {
  const named = objects.flatMap((text) => parseAddress(text) ?? []);
  const around = addressesInPath(pathIn(path) ?? "");
  if ([...named, ...around].some((one) => isSameAddress(one, own))) return true;
  return own.kind === "Workspace" && named.some(({ workspace }) => workspace === own.name);
}

/** Whether a request only wrote what Plumbline keeps of its own runs. */
export function isOwnState({ path }: Change): boolean {
  return /^rest\/resource\/plumbline(?:\/|$)/.test(pathIn(path) ?? "");
}

/** A time on one line. */
export function timeText(at: string): string {
  return at.replace("T", " ").replace(/\.\d+Z$/, " UTC");
}
