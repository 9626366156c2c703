/** Loads a catalog as if its import were declared, for comparisons. GET only. */
import type { Address } from "../../model/address.ts";
import type { KindContext, Resource, Undeclared } from "../kind.ts";
import { bodyStore } from "../manifest/artefacts.ts";
import { loadDesired } from "../manifest/resolve.ts";
import { inTemporaryFolder, STAND_IN } from "./files.ts";
import { importCatalog, sortsOf, type ImportOptions } from "./import.ts";

/** The declarable content of a catalog. */
export interface DeclaredCatalog {
  readonly resources: readonly Resource[];
  /** With the reasons. */
  readonly undeclared: readonly Undeclared[];
  /** Objects that need no manifest: defaults of every catalog, or brought objects. */
  readonly usual: readonly Address[];
}

/**
 * Passes the catalog to `use`; files can be loaded until that ends. Rejects when it cannot be read.
 */
export async function withCatalogDeclared<Result>(
  context: KindContext,
  use: (catalog: DeclaredCatalog) => Promise<Result>,
  options: ImportOptions = {},
): Promise<Result> {
  const { files, objects, undeclared } = await importCatalog(context, options);
  return inTemporaryFolder("catalog", files, async (folder) => {
    const variables = objects.flatMap(({ secrets }) => secrets.map(({ variable }) => variable));
    // The secrets of a server are unknown, so all get the same stand-in.
    const environment = Object.fromEntries(variables.map((name) => [name, STAND_IN]));
    const { state } = await loadDesired([folder], { bodies: bodyStore(), environment });
    const { needless, ...others } = sortsOf(undeclared);
    const left = Object.values(others).flat();
    const usual = needless.map(({ address }) => address);
    return use({ resources: state.resources, undeclared: left, usual });
  });
}
