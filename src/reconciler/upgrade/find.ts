/** Looks for what a line of stock servers drops or changes, in objects and in files that no manifest says. */
import { formatAddress } from "../../model/address.ts";
import { compareDiagnostics, type Diagnostic, type Position } from "../../model/diagnostic.ts";
import type { Resource } from "../kind.ts";
import type { UpgradeLine } from "../../model/server-line.ts";
import { lineChanges, type LineChange } from "./changes.ts";
import { lookedAt, type Beside } from "./used.ts";

/** Files of a data directory. */
export interface DirectoryFiles {
  /** What lies in a folder, by name; nothing where there is none. */
  readonly names: (folder: string) => Promise<readonly string[]>;
  /** Undefined where there is no such file. */
  readonly text: (file: string) => Promise<string | undefined>;
  /** Where a file is found by those who read the report. */
  readonly placeOf: (file: string) => string;
}

/** Where to look. */
export interface LookIn {
  readonly resources: readonly Resource[];
  /** Where an object is found; its manifest where nothing is said. */
  readonly placeOf?: ((resource: Resource) => Position) | undefined;
  /** Set where all of a catalog is looked at. */
  readonly isWhole?: true;
  readonly url?: string | undefined;
  readonly files?: DirectoryFiles | undefined;
}

/** A change that concerns something. */
export interface FoundChange {
  readonly id: string;
  readonly diagnostic: Diagnostic;
}

/** Everything that is found, by place. */
export async function findChanges(
  line: UpgradeLine,
  { resources, placeOf = ({ where }) => where, isWhole, url, files }: LookIn,
): Promise<readonly FoundChange[]> {
  const found: FoundChange[] = [];
  const hasCoverages = resources.some(({ address: { kind } }) =>
    /^(?:Coverage|ImageMosaic)$/.test(kind),
  );
  const beside: Beside = { url, isIdle: isWhole === true && !hasCoverages };
  for (const change of lineChanges[line]) {
    for (const resource of change.inObject === undefined ? [] : resources) {
      const used = await change.inObject?.(lookedAt(resource, beside));
      if (used === undefined) continue;
      const address = formatAddress(resource.address);
      found.push(asFound(change, `${address}, ${used}`, { where: placeOf(resource), address }));
    }
    if (files !== undefined) found.push(...(await inFiles(change, files)));
  }
  return found.toSorted((a, b) => compareDiagnostics(a.diagnostic, b.diagnostic));
}

async function inFiles(change: LineChange, files: DirectoryFiles): Promise<readonly FoundChange[]> {
  const found: FoundChange[] = [];
  for (const pattern of change.inFile?.files ?? []) {
    const [folder = "", rest] = pattern.split("/*/");
    const names = rest === undefined ? [] : await files.names(folder);
    const paths = rest === undefined ? [pattern] : names.map((name) => `${folder}/${name}/${rest}`);
    for (const path of paths) {
      const used = change.inFile?.find((await files.text(path)) ?? "");
      if (used !== undefined)
        found.push(asFound(change, used, { where: { file: files.placeOf(path) } }));
    }
  }
  return found;
}

function asFound(
  { id, change, advice }: LineChange,
  used: string,
  at: Pick<Diagnostic, "where" | "address">,
): FoundChange {
  const message = `${id}: ${change} (${used})`;
  const diagnostic: Diagnostic = {
    code: "line-change",
    severity: "warning",
    message,
    hint: advice,
    ...at,
  };
  return { id, diagnostic };
}
