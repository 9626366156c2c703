/** Imports a catalog as tested manifests. GET only. */
import { compareAddresses, type Address } from "../../model/address.ts";
import type { DeclaredSecret, KindContext, Undeclared, Declaration } from "../kind.ts";
import { collect, isSelected, type Entry, type Selection } from "./collect.ts";
import { filesOf } from "./files.ts";
import { dropUndeclarable } from "./drop-undeclarable.ts";

/** What is imported, and how. */
export interface ImportOptions extends Selection {
  /**
   * Whether documents show only configured values. The included server and data directories do;
   * other running servers add calculated values.
   */
  readonly statedOnly?: boolean | undefined;
  /** Whether incompletely described objects get `lifecycle: observe`. */
  readonly observesIncomplete?: boolean | undefined;
}

/** An object with a manifest in the import. */
export interface ImportedObject {
  readonly address: Address;
  readonly file: string;
  readonly secrets: readonly DeclaredSecret[];
  /** Properties that no field expresses. */
  readonly notes: readonly string[];
  /** References that do not exist in the source. */
  readonly missing: readonly string[];
}

/** An import before it is written. */
export interface Imported {
  /** By path in the folder: manifests and the files they name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly objects: readonly ImportedObject[];
  readonly undeclared: readonly Undeclared[];
  /** Requested workspaces that do not exist. */
  readonly missing: readonly string[];
}

/** Groups undeclared objects; `lost` are protections that another server would lack. */
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
  const entries = ownVariables(collected.entries).map((entry) => {
    const { declaration, file } = entry;
    if (options.observesIncomplete !== true || (declaration.notes ?? []).length === 0) return entry;
    return { declaration: { ...declaration, lifecycle: "observe" as const }, file };
  });
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

/** Renames variables that an earlier object uses. */
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
