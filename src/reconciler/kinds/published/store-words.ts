/** User settings of a recreated store that no upload restores: they stop the plan, in words. */
import { defined } from "../../../model/defined.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import { cascadeNumbers } from "../../../model/cascaded-store.ts";
import type { Details } from "../../../model/details.ts";
import type { StoreMember } from "../../../model/nouns.ts";
import { usualOf } from "../../../model/schema.ts";
import { storeFlags } from "../../../model/store.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { sendable } from "../../../wire/kept-settings.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { asList, member, memberText, textOf, type Tree } from "../../../wire/tree.ts";
import type { KindContext } from "../../kind.ts";
import type { StoreSettings } from "./store-settings.ts";

const GIVEN = [
  "name",
  "type",
  "workspace",
  "featureTypes",
  "coverages",
  "url",
  "wmslayers",
  "layers",
  "capabilitiesURL",
  "__default",
  "_default",
] as const;

const USUAL: Details = { enabled: true, ...storeFlags, ...usualOf(cascadeNumbers) };

/** Parameters of a store that its upload writes. */
const UPLOADED: ReadonlySet<string> = new Set(["dbtype", "namespace", "url", "isolated"]);

interface DeclaredStore {
  readonly declared: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
}

/** An upload sets the parameters, and the manifest the settings (`store-settings.ts`). */
export function byUpload({ settings }: { readonly settings: StoreSettings }): DeclaredStore {
  return { declared: new Set(Object.keys(defined(settings))), parameters: UPLOADED };
}

/** A server fills in `useConnectionPooling`. */
function isFilledIn(name: string, value: Tree): boolean {
  const entries = name === "metadata" ? asList(member(value, "entry")) : [];
  const [only] = entries;
  return (
    entries.length === 1 &&
    memberText(only, "@key") === "useConnectionPooling" &&
    textOf(only) === "true"
  );
}

/** Returns none where the store does not exist. */
export async function storeWords(
  { read }: KindContext,
  root: StoreMember,
  place: { readonly workspace: string; readonly store: string },
  { declared, parameters: known }: DeclaredStore,
): Promise<readonly string[]> {
  const response = await getIfThere(read, pathTo(root, place, "xml"));
  if (response === undefined) return [];
  const { connectionParameters, ...kept } = sendable(documentIn(response).content, GIVEN);
  const set = Object.entries(kept).filter(([name, value]) => {
    const text = textOf(value);
    if (declared.has(name) || isFilledIn(name, value)) return false;
    return text !== undefined ? text !== "" && text !== textOf(USUAL[name]) : value !== "";
  });
  const parameters = asList(member(connectionParameters as Tree, "entry"))
    .map((entry) => memberText(entry, "@key") ?? "")
    .filter((key) => root === "dataStore" && !known.has(key) && key !== "namespace");
  const store = `store ${place.workspace}:${place.store}`;
  return [
    ...set.map(([name, value]) =>
      name === "enabled" && value === "false" ? `that ${store} is disabled` : `${name} of ${store}`,
    ),
    ...parameters.map((key) => `the connection parameter ${key} of ${store}`),
  ];
}
