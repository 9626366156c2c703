/** A catalog as manifests: read, tried out, and reported what of it is not declared. GET only. */
import { compareAddresses, type Address } from "../../model/address.ts";
import type { DeclaredSecret, KindContext, Undeclared } from "../kind.ts";
import { collect, isSelected, type Entry, type Selection } from "./collect.ts";
import { filesOf } from "./files.ts";
import { dropUndeclarable } from "./drop-undeclarable.ts";
import { ownVariables } from "./variables.ts";

/** What is imported, and how. */
export interface ImportOptions extends Selection {
  /**
   * Whether documents show only what somebody said, as those of the included server and of data
   * directories do; a running server of another make adds what it finds out.
   */
  readonly statedOnly?: boolean | undefined;
  /** Whether objects of which no field says everything are declared with `lifecycle: observe`. */
  readonly observesIncomplete?: boolean | undefined;
}

/** An object that a manifest of the import declares. */
export interface ImportedObject {
  readonly address: Address;
  /** Path of the manifest in the folder of the import. */
  readonly file: string;
  readonly secrets: readonly DeclaredSecret[];
  /** What of the object no field says. */
  readonly notes: readonly string[];
  /** What it names and the source does not have. */
  readonly missing: readonly string[];
}

/** An import that is not written yet. */
export interface Imported {
  /** Content by path, relative to the folder; manifests and the files they name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly objects: readonly ImportedObject[];
  readonly undeclared: readonly Undeclared[];
  /** Workspaces that were asked for and are not there. */
  readonly missing: readonly string[];
}

/** What of an import is missing as a protection on another server, and what is not declared for other reasons. */
export function sortsOf(undeclared: readonly Undeclared[]) {
  const sorts = Object.groupBy(undeclared, ({ everywhere, onPurpose, protects }) => {
    if (everywhere === true) return "needless";
    if (onPurpose === true) return "chosen";
    return protects === true ? "lost" : "others";
  });
  const { needless = [], chosen = [], lost = [], others = [] } = sorts;
  return { needless, chosen, lost, others };
}

/** Imports a catalog. Rejects when it cannot be read. */
export async function importCatalog(
  context: KindContext,
  options: ImportOptions = {},
): Promise<Imported> {
  const { statedOnly = context.server.software === "plumbline" } = options;
  const collected = await collect(context, options, statedOnly);
  const entries = ownVariables(collected.entries).map((entry) =>
    options.observesIncomplete === true ? observed(entry) : entry,
  );
  const declarable = await dropUndeclarable(entries, collected.undeclared);
  const selected = declarable.entries.filter(({ declaration }) => isSelected(declaration, options));
  const undeclared = declarable.undeclared.filter(({ address }) => isSelected(address, options));
  const objects = selected.map(({ declaration, file }): ImportedObject => {
    const { kind, workspace, name, secrets = [], notes = [], missing = [] } = declaration;
    return { address: { kind, workspace, name }, file, secrets, notes, missing };
  });
  return {
    files: new Map(selected.flatMap((entry) => [...filesOf(entry)])),
    objects: objects.toSorted((a, b) => compareAddresses(a.address, b.address)),
    undeclared: undeclared.toSorted((a, b) => compareAddresses(a.address, b.address)),
    missing: collected.missing,
  };
}

/** What no manifest says in full is compared, and never written. */
function observed({ declaration, file }: Entry): Entry {
  const { notes = [] } = declaration;
  if (notes.length === 0) return { declaration, file };
  return { declaration: { ...declaration, lifecycle: "observe" }, file };
}
