/**
 * Random estates: from any catalog to any other, in both dialects, the apply converges, the plan
 * after it is empty, and what nobody declared is untouched.
 */
import { rmSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog, type TestCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { oneByFile, scale } from "../support/run/scale.ts";

interface Plot {
  readonly workspace: boolean;
  readonly stores: Readonly<Record<string, readonly string[]>>;
  readonly styles: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, readonly string[]>>;
  /** Style of each published layer, by a number; whether it is opaque. */
  readonly drawn: Readonly<Record<string, readonly [style: number, opaque: boolean]>>;
  /** Members of groups by numbers, each with a style or none. */
  readonly groups: Readonly<Record<string, readonly (readonly [member: number, style: number])[]>>;
  readonly mode: "HIDE" | "MIXED" | "CHALLENGE" | undefined;
}

const drawing = () => fc.tuple(fc.nat(4), fc.boolean());
const types = ["T1", "T2", "T3"];
const plot: fc.Arbitrary<Plot> = fc.record({
  workspace: fc.boolean(),
  stores: fc
    .record(
      { s1: fc.subarray(types, { minLength: 1 }), s2: fc.subarray(types, { minLength: 1 }) },
      { requiredKeys: [] },
    )
    .map(({ s1, s2 }) => ({
      ...(s1 === undefined ? {} : { s1 }),
      // Two stores of a workspace must not publish the same name.
      ...(s2 === undefined || s2.every((type) => s1?.includes(type))
        ? {}
        : { s2: s2.filter((type) => !s1?.includes(type)) }),
    })),
  styles: fc.dictionary(
    fc.constantFrom("red", "blue", "green"),
    fc.constantFrom("#000001", "#000002"),
    { maxKeys: 3 },
  ),
  rules: fc.dictionary(
    fc.constantFrom("w.*.r", "w.T1.r", "w.T2.w", "w.T3.r"),
    fc.subarray(["R1", "R2", "*"]),
    { maxKeys: 4 },
  ),
  drawn: fc.record({ T1: drawing(), T2: drawing(), T3: drawing() }),
  groups: fc.dictionary(
    fc.constantFrom("g1", "g2", "g3"),
    fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 1, maxLength: 4 }),
  ),
  mode: fc.constantFrom("HIDE", "MIXED", "CHALLENGE", undefined),
});

/** Layers of all that is published, and groups of them: a group holds layers and earlier groups. */
function drawings({ stores, styles, drawn, groups }: Plot): Readonly<Record<string, string>> {
  const published = types.filter((type) => Object.values(stores).some((own) => own.includes(type)));
  const usable = ["generic", "line", ...Object.keys(styles).toSorted()];
  const styleAt = (index: number) => usable[index % usable.length] ?? "generic";
  const files: Record<string, string> = {};
  const document = (file: string, kind: string, metadata: object, spec: object) => {
    files[`${file}.yaml`] = JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });
  };
  for (const name of published) {
    const [style, opaque] = drawn[name] ?? [0, false];
    const spec = { defaultStyle: styleAt(style), styles: [styleAt(style + 1)], opaque };
    document(`layer-${name}`, "Layer", { workspace: "w", name }, spec);
  }
  const earlier: string[] = [];
  for (const [name, wanted] of Object.entries(groups).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const members = [
      ...published.map((layer) => ({ layer: `w:${layer}` })),
      ...earlier.map((group) => ({ group })),
    ];
    if (members.length === 0) continue;
    const layers = wanted.map(([member, style]) => {
      const one = members[member % members.length] ?? {};
      return "layer" in one && style > 0 ? { ...one, style: styleAt(style) } : one;
    });
    const isGlobal = name === "g3";
    document(name, "LayerGroup", isGlobal ? { name } : { workspace: "w", name }, { layers });
    earlier.push(`w:${name}`);
  }
  return files;
}

function manifests(plotted: Plot): Readonly<Record<string, string>> {
  const { workspace, stores, styles, rules, mode } = plotted;
  const document = (kind: string, metadata: object, spec: object) =>
    JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });
  const inside = workspace ? Object.entries(stores) : [];
  const files: Record<string, string> = {
    "anchor.yaml": document("Workspace", { name: "anchor" }, {}),
    "rules.yaml": document(
      "AccessRules",
      { name: "all" },
      { mode: "exclusive", scope: ["w.*"], rules },
    ),
  };
  if (workspace)
    files["w.yaml"] = document("Workspace", { name: "w" }, { namespace: "http://example.org/t" });
  if (mode !== undefined)
    files["mode.yaml"] = document("CatalogMode", { name: "catalog" }, { mode });
  for (const [name, names] of inside) {
    files[`${name}.xml`] = mapping(names.map((type) => `t:${type}`));
    files[`${name}.yaml`] = document(
      "AppSchemaStore",
      { workspace: "w", name },
      { mapping: `./${name}.xml` },
    );
  }
  for (const [name, colour] of Object.entries(styles)) {
    files[`${name}.sld`] = sld({ colour });
    files[`${name}.yaml`] = document("Style", { name }, { source: `./${name}.sld` });
  }
  return workspace ? { ...files, ...drawings(plotted) } : files;
}

/** What nobody declares: it must look the same after every apply. */
async function unmanaged({ app }: TestCatalog): Promise<readonly string[]> {
  const read = async (url: string) =>
    (await app.inject({ url, headers: { authorization: AUTHORIZATION } })).body;
  const rules = JSON.parse(await read("/rest/security/acl/layers.json")) as Record<string, string>;
  const foreign = Object.entries(rules).filter(([key]) => !key.startsWith("w."));
  return [
    JSON.stringify(foreign),
    await read("/rest/styles/foreign.sld"),
    await read("/rest/workspaces/other.json"),
  ];
}

async function meddle({ app }: TestCatalog): Promise<void> {
  const headers = { authorization: AUTHORIZATION };
  const send = (url: string, type: string, payload: string) =>
    app.inject({
      method: "POST",
      url: `/rest${url}`,
      headers: { ...headers, "content-type": type },
      payload,
    });
  await send("/styles?name=foreign", "application/vnd.ogc.sld+xml", sld());
  await send("/workspaces", "text/xml", "<workspace><name>other</name></workspace>");
}

describe.for(oneByFile(import.meta.url, dialects))("random estates, %s dialect", (dialect) => {
  test("converge, and leave alone what is not theirs", async () => {
    const catalog = await startCatalog({ dialect });
    await meddle(catalog);
    const before = await unmanaged(catalog);
    const folder = temporaryFolder();
    const property = fc.asyncProperty(plot, async (next) => {
      rmSync(folder, { recursive: true, force: true });
      writeFiles(folder, manifests(next));
      const options = {
        prune: "owned",
        allow: ["catalog-mode", "public-access", "workspace-delete", "over-limit"],
      } as const;
      const applied = await applyFolder(catalog.app, folder, options);
      expect(applied.planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual(
        [],
      );
      expect(
        applied.result?.converged,
        JSON.stringify(
          applied.result?.execution.reports.filter(({ outcome }) => outcome !== "done"),
        ),
      ).toBe(true);
      const again = await applyFolder(catalog.app, folder, options);
      expect(again.planned.plan?.steps).toEqual([]);
      expect(again.bookkeeping).toEqual([]);
      expect(await unmanaged(catalog)).toEqual(before);
    });
    await fc.assert(property, {
      numRuns: scale({ test: 7, proof: 1_500 }),
      seed: 11,
      endOnFailure: true,
    });
  }, 1_800_000);
});
