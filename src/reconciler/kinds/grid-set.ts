/** Grid sets of the tile cache (docs/compatibility.md, "Tile cache"). */
import { defined } from "../../model/defined.ts";
import { gridSet, isBuiltInGridSet } from "../../model/built-in-grid-sets.ts";
import { completeGridSet, type GridSet, type GridSetInput } from "../../model/grid-set.ts";
import { nameProblem } from "../../model/name.ts";
import { namesText, bindKind, isSet, type DangerousChange, type Danger } from "../kind.ts";
import { differingGrid, gridSetFields, declaredFacts, shownFacts } from "./grid-set/facts.ts";
import {
  declareGridSet,
  gridSetSpec,
  readGridSet,
  type DeclaredGridSet,
  type GridSetSpec,
} from "./grid-set/spec.ts";
import { tileLayersText, usersAfter } from "./tile-cache/users.ts";
import { wholeKind } from "./tile-cache/whole-kind.ts";
import { gridSetIn } from "./published/tile-facts.ts";

const kind = wholeKind<GridSetSpec, DeclaredGridSet, GridSet>({
  record: "grid-set",
  noun: gridSet,
  manifest: {
    description:
      "A grid set of the tile cache: how the world of a reference system is cut into tiles. Those that every tile cache has are not declared.",
    spec: gridSetSpec,
    example: {
      metadata: { name: "EPSG:2056" },
      spec: {
        srs: 2056,
        extent: [2_420_000, 1_030_000, 2_900_000, 1_350_000],
        resolutions: [4000, 2000, 1000, 500],
      },
    },
  },
  fields: gridSetFields,
  nameProblem: gridSetNameProblem,
  read: async (manifest) => {
    const { declared, diagnostics } = readGridSet(manifest);
    if (declared === undefined || gridSetNameProblem(manifest.name) !== undefined)
      return { said: undefined, diagnostics };
    const facts = declaredFacts(declared.said, declared.whole);
    return { said: { facts, payload: declared }, diagnostics };
  },
  shown: (_address, set, wanted) => shownFacts(set, wanted),
  value: ({ address: { name }, payload }, before) => changed(name, payload, before),
  declare: (address, set) => ({ ...address, spec: declareGridSet(address.name, set) }),
  access: { dangers },
});

function gridSetNameProblem(name: string): string | undefined {
  if (isBuiltInGridSet(name)) return "is that of a grid set which every tile cache has; it stays";
  return nameProblem(name.replaceAll(":", ""));
}

function changed(
  name: string,
  { said, whole }: DeclaredGridSet,
  before: GridSet | undefined,
): GridSet {
  if (before === undefined) return whole;
  const { metersPerUnit, scaleNames, resolutions: _, scaleDenominators: __, ...kept } = before;
  const input: GridSetInput = {
    ...kept,
    // It converts scales to resolutions.
    ...(said.scaleDenominators === undefined ? { metersPerUnit } : {}),
    ...(scaleNames.length === whole.scaleNames.length ? { scaleNames } : {}),
    ...defined(said),
  };
  const set = completeGridSet(name, input);
  return typeof set === "string" ? whole : set;
}

function dangers(change: DangerousChange): readonly Danger[] {
  const { action, address, before, after } = change;
  const users = usersAfter(
    change,
    ({ gridsets }) => !isSet(gridsets) || gridsets.map(gridSetIn).includes(address.name),
  );
  if (users.length === 0 || before === undefined) return [];
  const them = tileLayersText(users);
  if (action === "delete")
    return [
      {
        name: "grid-set-in-use",
        message: `Deleting the grid set ${address.name} takes it from ${them}: a stock server then refuses the capabilities of its tile service after the next reload`,
      },
    ];
  const differing = after === undefined ? [] : differingGrid(before, after);
  if (action !== "update" || differing.length === 0) return [];
  const message = `The grid set ${address.name} changes (${namesText(differing, gridSetFields)}) under ${them}, whose cached tiles no longer fit: truncate them`;
  return [{ name: "grid-set-in-use", message }];
}

export const gridSetKind = bindKind(kind);
