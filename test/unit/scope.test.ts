/** Which objects of a workspace count as undeclared, whatever their kinds are. */
import { expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import { addressMap } from "../../src/model/address-map.ts";
import { findUndeclared, type Prune } from "../../src/reconciler/engine/plan/scope.ts";
import type { AnyKind, KindContext, ListedPlace, Resource } from "../../src/reconciler/kind.ts";

const at = (kind: string, name: string): Address => ({ kind, workspace: "w", name });

const resource = (address: Address, more: Partial<Resource> = {}): Resource => ({
  address,
  facts: {},
  payload: undefined,
  requires: [],
  where: { file: "a.yaml" },
  ...more,
});

/** What a plan finds in workspace w, and where it asked. */
async function find(prune: Prune, resources: readonly Resource[]) {
  const asked: ListedPlace[] = [];
  const list = async (_context: KindContext, place: ListedPlace) => {
    asked.push(place);
    const names = ["declared", "part", "brought", "needed", "theirs", "swept by others", "stray"];
    return names.map((name) => at("Style", name));
  };
  const kinds = new Map([
    ["Style", { name: "Style", list: { inWorkspace: list } } as unknown as AnyKind],
    ["Workspace", { name: "Workspace" } as unknown as AnyKind],
  ]);
  const owners = addressMap([[at("Style", "theirs"), { estate: "other", claim: 0 }]]);
  const scope = { workspaces: ["w", "w"] };
  const context = {} as KindContext;
  const isLeftAlone = ({ name }: Address) => name === "swept by others";
  const input = { kinds, context, resources, owners, prune, scope };
  const found = await findUndeclared(input, { isUnwritten: isLeftAlone });
  return { found: found.map(({ name }) => name), asked };
}

const declared = [
  resource(at("Style", "declared")),
  resource(at("Store", "s"), {
    requires: [at("Style", "needed")],
    parts: [at("Style", "part")],
    brings: [at("Style", "brought")],
  }),
];

test("what is declared, contained, brought or needed stays, and what others own", async () => {
  const { found, asked } = await find("scope", declared);
  expect(found).toEqual(["stray"]);
  expect(asked).toMatchObject([{ workspace: "w", known: new Set(["declared", "needed"]) }]);
});

test.for(["none", "owned"] as const)("prune: %s asks for nothing", async (prune) => {
  expect(await find(prune, declared)).toEqual({ found: [], asked: [] });
});
