/** Test-loads manifests, and leaves out and reports those that fail or need undeclared objects. */
import { relative, sep } from "node:path";
import { formatAddress } from "../../model/address.ts";
import { defined } from "../../model/defined.ts";
import { addressSet, addressesOf, type AddressSet } from "../../model/address-map.ts";
import type { Resource, Undeclared } from "../kind.ts";
import { kinds } from "../kinds/registry.ts";
import { bodyStore } from "../manifest/artefacts.ts";
import { loadDesired, type Desired } from "../manifest/resolve.ts";
import type { Entry } from "./collect.ts";
import { filesOf, inTemporaryFolder, STAND_IN } from "./files.ts";

export interface Declarable {
  readonly entries: readonly Entry[];
  readonly undeclared: readonly Undeclared[];
}

interface Tried {
  readonly problems: ReadonlyMap<Entry, string>;
  /** Objects that come with declared ones. */
  readonly brought: AddressSet;
}

/** `undeclared` are already known. */
export async function dropUndeclarable(
  entries: readonly Entry[],
  undeclared: readonly Undeclared[],
): Promise<Declarable> {
  let kept = entries;
  const left = [...undeclared];
  for (;;) {
    if (kept.length === 0) return { entries: kept, undeclared: withoutHomes(left, addressSet()) };
    const missing = left.filter((one) => one.everywhere !== true && one.referable !== true);
    const { problems, brought } = await tryOut(kept, addressesOf(missing));
    if (problems.size === 0) return { entries: kept, undeclared: withoutHomes(left, brought) };
    left.push(
      ...[...problems].map(([{ declaration }, reason]) => {
        const { kind, workspace, name, protects } = declaration;
        return { address: { kind, workspace, name }, reason, ...defined({ protects }) };
      }),
    );
    kept = kept.filter((entry) => !problems.has(entry));
  }
}

/** What comes with an undeclared object is undeclared too. */
function withoutHomes(
  undeclared: readonly Undeclared[],
  brought: AddressSet,
): readonly Undeclared[] {
  return undeclared.map((one) => {
    const { address, everywhere } = one;
    const isAlone = kinds.get(address.kind)?.names?.comesAlong && !brought.has(address);
    return everywhere === true && isAlone ? { address, reason: ALONE } : one;
  });
}

const ALONE = "Nothing that is declared publishes it";

async function tryOut(entries: readonly Entry[], undeclared: AddressSet): Promise<Tried> {
  const all = entries.flatMap((entry) => [...filesOf(entry)].map((file) => ({ entry, file })));
  const byFile = new Map(all.map(({ entry, file: [path] }) => [path, entry]));
  const files = all.map(({ file }) => file);
  return inTemporaryFolder("import", files, async (folder) => {
    const secrets = entries.flatMap(({ declaration }) => declaration.secrets ?? []);
    const environment = Object.fromEntries(secrets.map(({ variable }) => [variable, STAND_IN]));
    const desired = await loadDesired([folder], { bodies: bodyStore(), environment });
    const entryAt = (file: string | undefined) =>
      byFile.get(
        relative(folder, (file ?? "").split("!")[0] ?? "")
          .split(sep)
          .join("/"),
      );
    const problems = new Map<Entry, string>();
    for (const [file, reason] of await problemsIn(desired, undeclared)) {
      const entry = entryAt(file);
      const shown = reason.replaceAll(`${folder}${sep}`, "");
      if (entry === undefined) throw new Error(`the import cannot be loaded: ${shown}`);
      if (!problems.has(entry)) problems.set(entry, shown);
    }
    return { problems, brought: broughtBy(desired.state.resources) };
  });
}

type Problem = readonly [file: string | undefined, reason: string];

async function problemsIn(
  { state, diagnostics }: Desired,
  undeclared: AddressSet,
): Promise<readonly Problem[]> {
  const errors = [...diagnostics];
  for (const resource of state.resources) {
    const found = (await kinds.get(resource.address.kind)?.check?.(resource)) ?? [];
    errors.push(...found.map((one) => ({ ...one, where: one.where ?? resource.where })));
  }
  const problems = errors
    .filter(({ severity }) => severity === "error")
    .map(({ where, message }): Problem => [where?.file, message]);
  return [...problems, ...dependants(state.resources, undeclared)];
}

/** Resources that need undeclared objects, or that no declared object brings. */
function dependants(resources: readonly Resource[], undeclared: AddressSet): readonly Problem[] {
  const brought = broughtBy(resources);
  return resources.flatMap(({ address, requires, where }): readonly Problem[] => {
    const needed = requires.find((one) => undeclared.has(one));
    if (needed !== undefined)
      return [[where.file, `It needs ${formatAddress(needed)}, which is not declared`]];
    const isAlone = kinds.get(address.kind)?.names?.comesAlong && !brought.has(address);
    return isAlone ? [[where.file, ALONE]] : [];
  });
}

function broughtBy(resources: readonly Resource[]): AddressSet {
  return addressSet(resources.flatMap(({ brings = [] }) => brings));
}
