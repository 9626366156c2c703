/** Objects of somebody else on the stock server, which no estate of a test declares or owns. */
import { addFeatureType } from "./publish.ts";
import { now, scoped, type State } from "./state.ts";

const NAME = "bystander";

/** Adds one of nearly every sort. */
export function plantBystanders(state: State): void {
  const created = now(state);
  const scope = { workspace: NAME, name: NAME };
  const key = scoped(NAME, NAME);
  state.workspaces.set(NAME, { name: NAME, uri: "http://by/stander", isolated: false, created });
  const store = { ...scope, type: "PostGIS", description: "", enabled: true, created };
  state.dataStores.set(key, { ...store, parameters: new Map([["dbtype", "postgis"]]) });
  addFeatureType(state, { ...scope, store: NAME, nativeName: NAME });
  for (const workspace of ["", NAME]) {
    const style = { workspace, name: NAME, format: "sld", version: "1.0.0", created };
    const fields = new Map<string, string>();
    state.styles.set(scoped(workspace, NAME), { ...style, fileName: `${NAME}.sld`, fields });
    const members = [{ type: "layer", name: key }] as const;
    const group = { workspace, name: NAME, mode: "SINGLE", members, styles: [null], root: null };
    state.layerGroups.set(scoped(workspace, NAME), { ...group, fields: new Map(), created });
  }
  state.services.set(scoped(NAME, "wms"), new Map([["name", NAME]]));
  state.files.set(`styles/${NAME}.sld`, new TextEncoder().encode("<sld/>"));
  state.users.set(NAME, { password: NAME, enabled: true, groups: new Set() });
  state.roles.add(NAME);
  state.userRoles.set(NAME, new Set([NAME]));
}

/** Everything that was added, as it is now. */
export function tellBystanders(state: State): unknown {
  const all = Object.entries(state).flatMap(([field, held]: [string, unknown]) => {
    if (held instanceof Set) return [[field, held.has(NAME)]];
    if (!(held instanceof Map)) return [];
    const own = [...(held as Map<string, unknown>)].filter(([key]) => key.includes(NAME));
    return own.map(([key, one]) => [`${field} ${key}`, structuredClone(one)]);
  });
  return Object.fromEntries(all);
}
