/** The catalog mode: one per catalog, never deleted, tightened first and loosened last. */
import { singleNameProblems } from "./identity/name.ts";
import { xmlRequest } from "../../wire/request.ts";
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import type { Address } from "../../model/address.ts";
import { catalogModes, loosens, parseCatalogMode } from "../../model/catalog-mode.ts";
import { parseCatalogModeDocument, renderCatalogModeInput } from "../../wire/catalog-mode.ts";
import { pathTo } from "../../wire/addressing.ts";
import { expectFound, get } from "../../wire/reading.ts";
import { bindKind, type Facts, type Kind, type KindContext, type Live } from "../kind.ts";
import { declaring } from "./declare/each.ts";

const spec = madeOnce(() =>
  z.strictObject({
    mode: z
      .enum(catalogModes)
      .describe(
        "What an account without read access sees: HIDE nothing, MIXED a challenge on direct access, CHALLENGE all names.",
      ),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

const ADDRESS: Address = { kind: "CatalogMode", workspace: null, name: "catalog" };

const listing = { outside: async () => [ADDRESS] };

const kind: Kind<Spec, undefined> = {
  name: ADDRESS.kind,
  manifest: {
    description: "The catalog mode. There is one; its name is `catalog`.",
    workspace: "none",
    spec,
    example: { metadata: { name: "catalog" }, spec: { mode: "HIDE" } },
    requests: ["PUT catalogMode"],
  },
  fields: { mode: { onChange: "update", exposure: catalogModes } },
  weight: 90,
  resolve: async (manifest) => {
    const { mode } = manifest.spec;
    const diagnostics = singleNameProblems(manifest, { noun: "catalog mode", only: ADDRESS.name });
    if (diagnostics.length > 0) return { resources: [], diagnostics };
    const where = manifest.locate(["metadata", "name"]);
    const resource = { address: ADDRESS, facts: { mode }, payload: undefined, requires: [], where };
    return { resources: [resource], diagnostics: [] };
  },
  observe: async (context) => [await observe(context)],
  list: listing,
  declare: declaring(listing, async (context, address) => {
    const { mode } = (await observe(context)).facts;
    return { ...address, spec: { mode } };
  }),
  update: async ({ resource: { facts }, live: { etag } }) => [
    {
      summary: `set the catalog mode to ${String(facts["mode"])}`,
      request: xmlRequest(
        "PUT",
        pathTo("catalogMode", {}),
        renderCatalogModeInput(modeOf(facts)),
        etag,
      ),
    },
  ],
  access: {
    scope: () => ({}),
    dangers: ({ before, after }) => {
      if (before === undefined || after === undefined || !loosens(modeOf(before), modeOf(after)))
        return [];
      const message = `The catalog mode goes from ${modeOf(before)} to ${modeOf(after)}: layers that are hidden now become visible`;
      return [{ name: "catalog-mode", message }];
    },
  },
};

function modeOf(facts: Facts) {
  return parseCatalogMode(String(facts["mode"])) ?? "HIDE";
}

async function observe({ read }: KindContext): Promise<Live> {
  const path = pathTo("catalogMode", {}, "xml");
  const response = expectFound(await get(read, path), path);
  const mode = parseCatalogModeDocument(response) ?? "";
  return { address: ADDRESS, facts: { mode }, requires: [], etag: response.headers["etag"] };
}

export const catalogModeKind = bindKind(kind);
