/**
 * A catalog as if an import of it were declared: what is there as resources, with the contents of its files, for those
 * who compare. GET only; the manifests lie in a folder of their own as long as they are looked at.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Address } from "../../model/address.ts";
import type { KindContext, Resource, Undeclared } from "../kind.ts";
import { bodyStore } from "../manifest/artefacts.ts";
import { loadDesired } from "../manifest/resolve.ts";
import { importCatalog, sortsOf, type ImportOptions } from "./import.ts";

/** What a catalog holds, as far as manifests can say it. */
export interface DeclaredCatalog {
  readonly resources: readonly Resource[];
  /** What no manifest says, with the reason. */
  readonly undeclared: readonly Undeclared[];
  /** What needs no manifest: it is as in every catalog, or comes along. */
  readonly usual: readonly Address[];
}

/** Reads a catalog and hands it to `use`; its files can be loaded until that has ended. Rejects when it cannot be read. */
export async function withCatalogDeclared<Result>(
  context: KindContext,
  use: (catalog: DeclaredCatalog) => Promise<Result>,
  options: ImportOptions = {},
): Promise<Result> {
  const { files, objects, undeclared } = await importCatalog(context, options);
  const folder = mkdtempSync(join(tmpdir(), "plumbline-catalog-"));
  try {
    for (const [path, content] of files) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { mode: 0o600 });
    }
    const variables = objects.flatMap(({ secrets }) => secrets.map(({ variable }) => variable));
    // Nobody knows the secrets of a server: they are the same wherever there are some.
    const environment = Object.fromEntries(variables.map((name) => [name, STAND_IN]));
    const { state } = await loadDesired([folder], { bodies: bodyStore(), environment });
    const { needless, ...others } = sortsOf(undeclared);
    const left = Object.values(others).flat();
    const usual = needless.map(({ address }) => address);
    return await use({ resources: state.resources, undeclared: left, usual });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const STAND_IN = "a secret of its own, 1";
