/** Finds uses of what a line of stock servers drops or changes. */
import { formatAddress } from "../../model/address.ts";
import {
  compareDiagnostics,
  warning,
  type Diagnostic,
  type Position,
} from "../../model/diagnostic.ts";
import type { UpgradeLine } from "../../model/server-line.ts";
import { decodeText } from "../../wire/text.ts";
import { WireError } from "../../wire/wire-error.ts";
import type { Resource } from "../kind.ts";
import { kinds } from "../kinds/registry.ts";
import { lineChanges, type Beside, type LineChange, type Use } from "./changes.ts";

export interface DirectoryFiles {
  /** Empty where there is no folder. */
  readonly names: (folder: string) => Promise<readonly string[]>;
  /** Undefined where there is no file. */
  readonly read: (file: string) => Promise<Uint8Array | undefined>;
  /** The place to report. */
  readonly placeOf: (file: string) => string;
}

/** Where to look. */
export interface LookIn {
  readonly resources: readonly Resource[];
  readonly placeOf: (resource: Resource) => Position;
  /** Set where a whole catalog is checked. */
  readonly files?: DirectoryFiles;
  readonly url?: string;
}

/** A change that concerns the catalog. */
export interface FoundChange {
  readonly id: string;
  readonly diagnostic: Diagnostic;
}

/** All findings, sorted by place. */
export async function findChanges(
  line: UpgradeLine,
  { resources, placeOf, files, url }: LookIn,
): Promise<readonly FoundChange[]> {
  const hasCoverages = resources.some(({ address }) =>
    ["Coverage", "ImageMosaic"].includes(address.kind),
  );
  const beside: Beside = { url, isWithoutCoverages: files !== undefined && !hasCoverages };
  const found: FoundChange[] = [];
  const look = async (change: LineChange, use: Use) => {
    if ("path" in use) {
      for (const [file, text] of files ? await textsAt(use.path, files) : []) {
        const used = await usedIn(text, use, beside);
        if (used !== "") found.push(asFound(change, used, { where: { file } }));
      }
      return;
    }
    for (const resource of resources) {
      const { kind, name } = resource.address;
      if (kind !== use.kind || name !== (use.name ?? name)) continue;
      const text = use.file === undefined ? saidBy(resource) : await filesOf(resource, use.file);
      const used = await usedIn(text, use, beside);
      const address = formatAddress(resource.address);
      const at = { where: placeOf(resource), address };
      if (used !== "") found.push(asFound(change, `${address}, ${used}`, at));
    }
  };
  for (const change of lineChanges[line]) for (const use of change.uses) await look(change, use);
  return found.toSorted((a, b) => compareDiagnostics(a.diagnostic, b.diagnostic));
}

async function usedIn(text: string, { match }: Use, beside: Beside): Promise<string> {
  if (typeof match === "function") return match(text, beside);
  const met = text.match(match) ?? [];
  return [...new Set(met.map((one) => one.replaceAll(/\s+/g, " ").trim()))].join(", ");
}

function saidBy({ facts }: Resource): string {
  const lines = Object.entries(facts).flatMap(([name, fact]) =>
    Array.isArray(fact) ? fact.map((one) => `${name}.${one}`) : [`${name}=${String(fact)}`],
  );
  return lines.map((one) => one.replaceAll(/\s+/g, " ")).join("\n");
}

async function filesOf({ address, payload }: Resource, name: RegExp): Promise<string> {
  const files = kinds.get(address.kind)?.files?.(payload) ?? new Map();
  const texts: string[] = [];
  for (const [path, one] of files)
    if (name.test(path) || name.test(one.path)) texts.push(textOf(await (one.peek ?? one.load)()));
  return texts.join("\n");
}

async function textsAt(
  pattern: string,
  { names, read, placeOf }: DirectoryFiles,
): Promise<readonly (readonly [place: string, text: string])[]> {
  const [folder = "", rest] = pattern.split("/*/");
  const paths =
    rest === undefined
      ? [pattern]
      : (await names(folder)).map((name) => `${folder}/${name}/${rest}`);
  return Promise.all(paths.map(async (path) => [placeOf(path), textOf(await read(path))] as const));
}

/** Binary or missing files give an empty text. */
function textOf(bytes: Uint8Array | undefined): string {
  try {
    return bytes === undefined ? "" : decodeText(bytes);
  } catch (error) {
    if (error instanceof WireError) return "";
    throw error;
  }
}

function asFound(
  { id, change, advice }: LineChange,
  used: string,
  at: Pick<Diagnostic, "where" | "address">,
): FoundChange {
  const message = `${id}: ${change} (${used})`;
  return { id, diagnostic: warning("line-change", message, { hint: advice, ...at }) };
}
