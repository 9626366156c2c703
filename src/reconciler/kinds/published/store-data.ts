/** What a declared store says of its data, as a text that objects made from them remember. */
import { formatName } from "../../../model/layer.ts";
import { digestOfValue } from "../../../model/digest.ts";
import { opened } from "../../../model/secret-fingerprint.ts";
import { isSet, type Declared, type FactValue } from "../../kind.ts";

/** Facts of stores that say which data they open; secrets and descriptions say nothing of these. */
const PLACE = ["type", "parameters", "url", "cog", "mapping"] as const;

/** Facts of mosaics that say which granules there are. */
export const GRANULES = ["contents", "granules", "harvest"] as const;

const SHOWN = 19;

/** Empty where no manifest declares the store, so that nothing follows it. */
export function storeData(
  { workspace, store }: { readonly workspace: string | null; readonly store: string },
  kinds: readonly string[],
  { facts }: Pick<Declared, "facts">,
  names: readonly string[] = [...PLACE, ...GRANULES],
): readonly string[] {
  return kinds.flatMap((kind) => {
    const found = facts({ kind, workspace, name: store });
    if (found === undefined) return [];
    const said = names.map((name) => [name, withoutSecrets(found[name])]);
    return [`${formatName({ workspace, name: store })} ${digestOfValue(said).slice(0, SHOWN)}`];
  });
}

/** A digest that covers a secret differs between runs that know it and runs that do not. */
function withoutSecrets(fact: FactValue | undefined): FactValue | null {
  if (isSet(fact)) return fact.map(opened);
  return typeof fact === "string" ? opened(fact) : (fact ?? null);
}
