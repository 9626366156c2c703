/** The audit of the catalog (docs/compatibility.md, "Audit"), the newest change first. */
import { isSameAddress, parseAddress } from "../model/address.ts";
import { addressInPath, namesOfPath, pathIn } from "../model/path-address.ts";
import type { Rest } from "./reading.ts";

/** `at` is ISO 8601. An empty account is the server itself. */
export interface Change {
  readonly id: number;
  readonly at: string;
  readonly revision: number;
  readonly account: string;
  readonly method: string;
  readonly path: string;
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

/** Changes of the object at a path, and changes whose request paths lie below it. */
export function changesOf(changes: readonly Change[], path: string): readonly Change[] {
  const asked = namesOfPath(path).join("/");
  const own = addressInPath(path);
  const isOwn = (text: string) => {
    const address = parseAddress(text);
    return own !== undefined && address !== undefined && isSameAddress(address, own);
  };
  return changes.filter((change) => {
    if (change.objects.some(isOwn)) return true;
    const changed = namesOfPath(pathIn(change.path) ?? "").join("/");
    return changed === asked || changed.startsWith(`${asked}/`);
  });
}
