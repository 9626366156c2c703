/** Variables and overlays: what a target makes of manifests, and every way in which that fails. */
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { formatAddress } from "../../src/model/address.ts";
import { formatPosition } from "../../src/model/diagnostic.ts";
import { bodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import { loadDesired } from "../../src/reconciler/manifest/resolve.ts";
import { sld } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

const workspace = (name: string, namespace: string, more = "") =>
  `apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: "${name}"${more} }\nspec: { namespace: "${namespace}" }\n`;
const style = (name: string, source: string) =>
  `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ${source} }\n`;

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string | number | boolean>>;
  readonly overlays?: readonly string[];
}

async function load({ files, variables = {}, overlays = [] }: Case) {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const { state, diagnostics } = await loadDesired([join(folder, "manifests")], {
    bodies: bodyStore(),
    expansion: {
      variables: new Map(Object.entries(variables)),
      overlays: overlays.map((name) => join(folder, "overlays", name)),
    },
  });
  const told = diagnostics.map(({ code, message, where, hint = "" }) => {
    const place = where && formatPosition({ ...where, file: relative(folder, where.file) });
    return `${place} ${code}: ${message} | ${hint}`;
  });
  return {
    found: state.resources.map(({ address, facts }) => [formatAddress(address), facts]),
    told,
  };
}

/** Namespace of each workspace that is declared. */
async function namespacesOf(given: Case): Promise<Record<string, unknown>> {
  const { found, told } = await load(given);
  expect(told).toEqual([]);
  return Object.fromEntries(
    found.map(([name, facts]) => [name as string, (facts as { namespace?: unknown }).namespace]),
  );
}

describe("variables", () => {
  test("stand for a whole scalar or a part of one", async () => {
    const files = {
      "manifests/a.yaml": workspace("${{ var.name }}", "http://${{var.host}}/${{ var.port }}"),
    };
    expect(
      await namespacesOf({ files, variables: { name: "roads", host: "example.org", port: 80 } }),
    ).toEqual({
      "Workspace/roads": "http://example.org/80",
    });
  });

  test("a whole scalar keeps the type of its variable", async () => {
    const files = {
      "manifests/a.yaml": `apiVersion: plumbline/v1\nkind: Layer\nmetadata: { name: a, workspace: w }\nspec: { queryable: "\${{ var.queryable }}" }\n`,
    };
    const { found } = await load({ files, variables: { queryable: true } });
    expect(found).toMatchObject([["Layer/w:a", { queryable: true }]]);
    const { told } = await load({ files, variables: { queryable: "yes" } });
    expect(told).toEqual([
      expect.stringMatching(/^manifests\/a\.yaml:4:\d+ manifest-invalid: spec\.queryable/),
    ]);
  });

  test.for<readonly [string, string, RegExp]>([
    [
      "nobody knows",
      "http://${{ var.hots }}",
      /4:9 variable-undefined: \$\{\{ var\.hots \}\} names no variable that has a value \| Did you mean host\?/,
    ],
    [
      "has another form",
      "http://${{ host }}",
      /names no variable .* \| It is written \$\{\{ var\.NAME \}\}/,
    ],
    ["is of the environment", "http://${{ env.HOST }}", /give it by PLUMBLINE_VAR_NAME/],
  ])("one that %s is an error at its place", async ([, namespace, message]) => {
    const { told } = await load({
      files: { "manifests/a.yaml": workspace("a", namespace) },
      variables: { host: "x" },
    });
    expect(told).toEqual([expect.stringMatching(message)]);
  });

  test("none stands in the name of a field", async () => {
    const text = `apiVersion: plumbline/v1\nkind: AccessRules\nmetadata: { name: a }\nspec: { mode: merge, rules: { "\${{ var.a }}.*.r": [ROLE_A] } }\n`;
    const { told } = await load({ files: { "manifests/a.yaml": text }, variables: { a: "a" } });
    expect(told).toContainEqual(
      expect.stringMatching(/contains a variable in the name of a field/),
    );
  });

  test("files beside manifests are not touched", async () => {
    const files = {
      "manifests/a.yaml": style("a", "./a.sld"),
      "manifests/a.sld": sld({ name: "${{ var.x }} ${y}" }),
    };
    const [one, two] = [await load({ files, variables: { x: "1" } }), await load({ files })];
    expect(one.found).toEqual(two.found);
    expect(one.told).toEqual([]);
  });
});

describe("overlays", () => {
  const files = {
    "manifests/a.yaml": workspace("a", "http://base", ", labels: { team: x }"),
    "manifests/b.yaml": workspace("b", "http://b"),
  };
  const overlay = (text: string) => ({
    files: { ...files, "overlays/prod/o.yaml": text },
    overlays: ["prod"],
  });

  test("are merged into the manifest of their name, variables after them", async () => {
    const given = overlay(workspace("a", "http://${{ var.host }}"));
    expect(await namespacesOf({ ...given, variables: { host: "prod" } })).toEqual({
      "Workspace/a": "http://prod",
      "Workspace/b": "http://b",
    });
  });

  test("are laid over each other in their order", async () => {
    const given = {
      files: {
        ...files,
        "overlays/one/o.yaml": workspace("a", "http://one"),
        "overlays/two/o.yaml": workspace("a", "http://two"),
      },
    };
    expect(await namespacesOf({ ...given, overlays: ["one", "two"] })).toMatchObject({
      "Workspace/a": "http://two",
    });
    expect(await namespacesOf({ ...given, overlays: ["two", "one"] })).toMatchObject({
      "Workspace/a": "http://one",
    });
  });

  test("take manifests away, replace and add them", async () => {
    const said = (way: string, name: string) => `$patch: ${way}\n${workspace(name, "http://new")}`;
    expect(await namespacesOf(overlay(said("delete", "a")))).toEqual({ "Workspace/b": "http://b" });
    expect(await namespacesOf(overlay(said("replace", "a")))).toMatchObject({
      "Workspace/a": "http://new",
    });
    expect(await namespacesOf(overlay(said("add", "c")))).toMatchObject({
      "Workspace/c": "http://new",
    });
  });

  test("null takes a field away, which then has its default", async () => {
    const text =
      "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: a }\nspec: { namespace: null }\n";
    expect(await namespacesOf(overlay(text))).toEqual({
      "Workspace/a": "http://a",
      "Workspace/b": "http://b",
    });
  });

  test("patches change all that their target names", async () => {
    const patch = (target: string, path: string) =>
      `apiVersion: plumbline/v1\nkind: Patch\ntarget: ${target}\npatches:\n  - { op: replace, path: ${path}, value: http://patched }\n`;
    expect(await namespacesOf(overlay(patch("{ kind: Workspace }", "/spec/namespace")))).toEqual({
      "Workspace/a": "http://patched",
      "Workspace/b": "http://patched",
    });
    expect(
      await namespacesOf(overlay(patch("{ labels: { team: x } }", "/spec/namespace"))),
    ).toMatchObject({
      "Workspace/b": "http://b",
    });
    const { told } = await load(overlay(patch("{ name: a }", "/spec/nothing/there")));
    expect(told).toContainEqual(
      expect.stringMatching(
        /^overlays\/prod\/o\.yaml:5:\d+ overlay-invalid: This operation cannot change Workspace\/a/,
      ),
    );
  });

  test("a fault that an overlay brings is reported where the overlay brings it", async () => {
    const text =
      "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: a }\nspec: { namepsace: http://x }\n";
    expect((await load(overlay(text))).told).toEqual([
      expect.stringMatching(
        /^overlays\/prod\/o\.yaml:4:9 manifest-invalid: spec\.namepsace is not a known field \| Did you mean namespace\?/,
      ),
    ]);
  });

  test.for<readonly [string, string, RegExp]>([
    [
      "nothing there",
      workspace("c", "http://c"),
      /^overlays\/prod\/o\.yaml:1:1 overlay-unused: Workspace\/c changes no manifest/,
    ],
    [
      "a patch that meets nothing",
      "apiVersion: plumbline/v1\nkind: Patch\ntarget: { name: x* }\npatches: [{ op: remove, path: /spec }]\n",
      /overlay-unused: This patch changes no manifest/,
    ],
    [
      "no name",
      "apiVersion: plumbline/v1\nkind: Workspace\nspec: {}\n",
      /overlay-invalid: An overlay needs/,
    ],
    [
      "an unknown way",
      `$patch: remove\n${workspace("a", "http://a")}`,
      /1:1 overlay-invalid: \$patch must be one of merge, replace, delete, add/,
    ],
    ["an empty file", "", /manifest-empty/],
  ])("%s is an error", async ([, text, message]) => {
    expect((await load(overlay(text))).told).toEqual([expect.stringMatching(message)]);
  });

  test("a folder that is not there, and one that leaves nothing, are errors", async () => {
    expect((await load({ files, overlays: ["prod"] })).told).toEqual([
      expect.stringMatching(/file-unreadable: There is no .*prod/),
    ]);
    const all = [workspace("a", "http://a"), workspace("b", "http://b")]
      .map((one) => `$patch: delete\n${one}`)
      .join("---\n");
    expect((await load(overlay(all))).told).toEqual([expect.stringMatching(/no-manifests/)]);
  });

  test("beside the project file they are no manifests", async () => {
    const project = "apiVersion: plumbline/v1\nkind: Project\nprune: none\n";
    const inside = {
      "manifests/plumbline.yaml": project,
      "manifests/overlays/prod/o.yaml": "not: a manifest\n",
    };
    expect((await load({ files: { ...files, ...inside } })).told).toEqual([]);
  });
});

test("an empty List declares nothing, which is no reason to delete everything", async () => {
  const { told } = await load({
    files: { "manifests/a.yaml": "apiVersion: plumbline/v1\nkind: List\nitems: []\n" },
  });
  expect(told).toEqual([expect.stringMatching(/no-manifests/)]);
});
