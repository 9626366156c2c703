/** The default workspace with its namespace: one per catalog, never deleted. */
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import type { Address } from "../../model/address.ts";
import { pathTo } from "../../wire/addressing.ts";
import { namesAt } from "../../wire/list.ts";
import { getIfThere } from "../../wire/reading.ts";
import { xmlRequest } from "../../wire/request.ts";
import { renderWorkspaceInput, workspaceNameIn } from "../../wire/workspace.ts";
import { bindKind, type Kind, type KindContext, type Live } from "../kind.ts";
import { declareEach, fromTheStart, NOTHING } from "./declare/each.ts";
import { singleNameProblems } from "./identity/name.ts";
import { workspaceOf } from "./identity/workspace.ts";

const spec = madeOnce(() =>
  z.strictObject({
    workspace: z.string().min(1).describe("Name of the workspace that is the default one."),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

export const defaultWorkspaceAddress: Address = {
  kind: "DefaultWorkspace",
  workspace: null,
  name: "default",
};
const ADDRESS = defaultWorkspaceAddress;

const kind: Kind<Spec, undefined> = {
  name: ADDRESS.kind,
  manifest: {
    description: "Which workspace is the default one. There is one; its name is `default`.",
    workspace: "none",
    spec,
    example: { metadata: { name: ADDRESS.name }, spec: { workspace: "geology" } },
    requests: ["PUT workspace"],
  },
  fields: { workspace: { onChange: "update" } },
  weight: 21,
  resolve: async (manifest) => {
    const { workspace } = manifest.spec;
    const only = { noun: "default workspace", only: ADDRESS.name };
    const diagnostics = singleNameProblems(manifest, only);
    if (diagnostics.length > 0) return { resources: [], diagnostics };
    const where = manifest.locate(["spec", "workspace"]);
    const requires = workspaceOf({ workspace });
    const resource = {
      address: ADDRESS,
      facts: { workspace },
      payload: undefined,
      requires,
      where,
    };
    return { resources: [resource], diagnostics: [] };
  },
  observe: async (context) => [await observe(context)],
  list: { outside: async () => [ADDRESS] },
  declare: async (context, place) => {
    if (place.workspace !== null) return NOTHING;
    const { facts } = await observe(context);
    if (facts["workspace"] === "") return NOTHING;
    return declareEach([ADDRESS], place, async (address) => {
      // A single workspace is always the default.
      if ((await namesAt(context.read, pathTo("workspaces", {}, "xml"), "workspace")).length === 1)
        return fromTheStart(address);
      const { name } = address;
      return { kind: address.kind, workspace: null, name, spec: { workspace: facts["workspace"] } };
    });
  },
  update: async ({ resource: { facts } }) => [
    {
      summary: `make ${String(facts["workspace"])} the default workspace`,
      request: xmlRequest(
        "PUT",
        pathTo("workspace", { workspace: ADDRESS.name }),
        renderWorkspaceInput(String(facts["workspace"])),
      ),
    },
  ],
  access: {
    // If the old default is deleted first, the server chooses any other workspace.
    turn: () => "first",
  },
};

/** An empty catalog has no default workspace. */
async function observe({ read }: KindContext): Promise<Live> {
  const path = pathTo("workspace", { workspace: ADDRESS.name }, "xml");
  const response = await getIfThere(read, path);
  const workspace = response === undefined ? "" : workspaceNameIn(response);
  // Nothing is required: servers delete the default workspace like any other.
  return { address: ADDRESS, facts: { workspace }, requires: [] };
}

export const defaultWorkspaceKind = bindKind(kind);
