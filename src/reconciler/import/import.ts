/** A catalog as manifests: read, tried out, and reported what of it is not declared. GET only. */
import { compareAddresses, type Address } from "../../model/address.ts";
import type { DeclaredSecret, KindContext, Undeclared, Declaration } from "../kind.ts";
import { collect, isSelected, type Entry, type Selection } from "./collect.ts";
import { filesOf } from "./files.ts";
import { dropUndeclarable } from "./drop-undeclarable.ts";

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

/** Gives later objects other variables where an earlier one has the same. */
function ownVariables(entries: readonly Entry[]): readonly Entry[] {
  const taken = new Set<string>();
  return entries.map((entry) => {
    const { declaration } = entry;
    const renamed = new Map<string, string>();
    const own = new Set((declaration.secrets ?? []).map(({ variable }) => variable));
    for (const variable of own) {
      let free = variable;
      for (let n = 2; taken.has(free); n++) free = `${variable}_${n}`;
      taken.add(free);
      renamed.set(variable, free);
    }
    const isSame = [...renamed].every(([before, after]) => before === after);
    return isSame ? entry : { ...entry, declaration: withVariables(declaration, renamed) };
  });
}

function withVariables(
  declaration: Declaration,
  renamed: ReadonlyMap<string, string>,
): Declaration {
  const { spec, secrets = [] } = declaration;
  return {
    ...declaration,
    spec: replaced(spec, renamed) as Declaration["spec"],
    secrets: secrets.map((one) => ({ ...one, variable: renamed.get(one.variable) ?? "" })),
  };
}

/** A value with other variables in its references. */
function replaced(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, renamed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isReference = key === "fromEnv" && typeof inner === "string";
      return [key, isReference ? (renamed.get(inner) ?? inner) : replaced(inner, renamed)];
    }),
  );
}
