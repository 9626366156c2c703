/** What a plan, drift and status say of changed contents: the lines of `diff`, at no further request. */
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/reconciler/report/documents.ts";
import { mapping, PNG, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, listenCatalog } from "../support/servers/catalog.ts";
import type { Ran } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, project, serverForFile, style } from "./support.ts";

const { url, run } = serverForFile();

/** A style of rules, each with the colour of its line; the first begins at a scale. */
function rules(colours: Readonly<Record<string, string>>, scale = "50000"): string {
  const body = Object.entries(colours).map(
    ([name, colour], index) => `<Rule><Name>${name}</Name>
      ${index === 0 ? `<MinScaleDenominator>${scale}</MinScaleDenominator>` : ""}
      <LineSymbolizer><Stroke><CssParameter name="stroke">${colour}</CssParameter></Stroke></LineSymbolizer></Rule>`,
  );
  return `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer>
    <Name>roads</Name><UserStyle><FeatureTypeStyle>${body.join("\n")}</FeatureTypeStyle></UserStyle>
  </NamedLayer></StyledLayerDescriptor>`;
}

const many = (colour: string) =>
  rules(Object.fromEntries(Array.from({ length: 22 }, (_none, index) => [`r${index}`, colour])));

/** Applies an estate of one style, and changes the style. */
async function changed(name: string, before: string, after: string): Promise<string> {
  const folder = estate(name, { [`${name}.sld`]: before });
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  writeFiles(folder, { [`${name}.sld`]: after });
  return folder;
}

const put = (path: string, type: string, body: string) =>
  fetch(`${url()}/rest${path}`, {
    method: "PUT",
    headers: { authorization: AUTHORIZATION, "content-type": type },
    body,
  });

const differencesIn = ({ stdout }: Ran, address: string) => {
  const { changes } = JSON.parse(stdout) as PlanDocument;
  return changes.find((one) => one.address === address)?.differences;
};

const STROKE = 'layer "roads" › rule "motorway" › LineSymbolizer › Stroke › stroke';
const SCALE = 'layer "roads" › rule "motorway" › from scale';

describe("a changed style", () => {
  test("is told in words, in every form, at no further request", async () => {
    const before = rules({ motorway: "#ff0000", path: "#111111" });
    const folder = await changed(
      "told",
      before,
      rules({ motorway: "#ee2200", path: "#111111" }, "100000"),
    );
    const { stdout, stderr } = await run("plan", folder, "-v");
    expect(stdout).toMatch(/~ Style\/told\n +content +[0-9a-f]{8}… → [0-9a-f]{8}…\n/);
    expect(stdout).toContain(`         ${SCALE}: 1:50,000 → 1:100,000\n`);
    expect(stdout).toContain(`         ${STROKE}: "#ff0000" → "#ee2200"\n`);
    expect(stderr.match(/\/styles\/told/g)).toHaveLength(2);
    expect(stderr).not.toMatch(/^(?!GET)[A-Z]+ \//m);
    const { stdout: whole } = await run("diff", "--live", folder, "-o", "json");
    expect(JSON.parse(whole)).toMatchObject({ format_version: "1.0", equal: false });
    const json = await run("plan", folder, "-o", "json");
    const path = "/StyledLayerDescriptor/NamedLayer/UserStyle/FeatureTypeStyle/Rule[1]";
    expect(differencesIn(json, "Style/told")).toEqual([
      {
        file: "content.sld",
        place: ['layer "roads"', 'rule "motorway"', "from scale"],
        change: "changed",
        text: "1:50,000 → 1:100,000",
        path: `${path}/MinScaleDenominator`,
        before: "50000",
        after: "100000",
      },
      {
        file: "content.sld",
        place: ['layer "roads"', 'rule "motorway"', "LineSymbolizer", "Stroke", "stroke"],
        change: "changed",
        text: '"#ff0000" → "#ee2200"',
        path: `${path}/LineSymbolizer/Stroke/CssParameter`,
        before: "#ff0000",
        after: "#ee2200",
      },
    ]);
    const page = await run("plan", folder, "-o", "markdown");
    expect(page.stdout).toContain(
      `\n\n\`\`\`diff\n- ${SCALE}: 1:50,000\n+ ${SCALE}: 1:100,000\n- ${STROKE}: "#ff0000"\n+ ${STROKE}: "#ee2200"\n\`\`\`\n\n</details>`,
    );
    const status = await run("status", folder);
    expect(status.stdout).toContain(`\n\nStyle/told:\n  ${SCALE}: 1:50,000 → 1:100,000\n`);
    const file = join(folder, "plan.json");
    await run("plan", folder, "--out", file);
    expect(readFileSync(file, "utf8")).toContain("#ee2200");
  });

  test("the first ten lines, and all where all is asked for", async () => {
    const folder = await changed("long", many("#000000"), many("#ffffff"));
    const { stdout } = await run("plan", folder);
    expect(stdout.match(/ › stroke: /g)).toHaveLength(10);
    expect(stdout).toContain("                 and 12 more\n");
    expect((await run("plan", folder, "--all")).stdout.match(/ › stroke: /g)).toHaveLength(22);
    const page = await run("plan", folder, "-o", "markdown");
    expect(page.stdout).toContain("\nand 12 more\n```\n");
    expect(differencesIn(await run("plan", folder, "-o", "json"), "Style/long")).toHaveLength(22);
  });

  test("drift goes from what was applied to what is there", async () => {
    const applied = rules({ motorway: "#ff0000" });
    const folder = await changed("drifted", applied, applied);
    const type = "application/vnd.ogc.sld+xml";
    await put("/styles/drifted", type, rules({ motorway: "#00ff00", path: "#111111" }));
    const { stdout, code } = await run("drift", folder);
    expect(code).toBe(2);
    expect(stdout).toContain(`         ${STROKE}: "#ff0000" → "#00ff00"\n`);
    expect(stdout).toContain('         layer "roads" › rule "path" is added\n');
    const json = JSON.parse((await run("drift", folder, "-o", "json")).stdout) as {
      drifted: readonly { differences: readonly { change: string }[] }[];
    };
    expect(json.drifted[0]?.differences.map(({ change }) => change)).toEqual(["changed", "added"]);
    const plan = await run("plan", folder);
    expect(plan.stdout).toContain(`         ${STROKE}: "#00ff00" → "#ff0000"\n`);
    expect(plan.stdout).toContain('         layer "roads" › rule "path" is removed\n');
  });

  test("style sheets and templates by their lines, packages by their files", async () => {
    const folder = temporaryFolder();
    const of = (kind: string, name: string, source: string) =>
      `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: { name: ${name} }\nspec: { source: ${source} }\n`;
    const svg = (fill: string) => `<svg xmlns="http://www.w3.org/2000/svg" fill="${fill}"/>`;
    writeFiles(folder, {
      "plumbline.yaml": project("estate: several"),
      "manifests.yaml": [
        of("Style", "sheet", "./sheet.css"),
        of("Template", "content", "./content.ftl"),
        of("Style", "package", "./package"),
      ].join("---\n"),
      "sheet.css": "* {\n  stroke: red;\n}\n",
      "content.ftl": "<b>${one}</b>\n",
      "package/package.sld": sld(),
      "package/drop.svg": svg("red"),
      "package/dot.png": PNG,
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    writeFiles(folder, {
      "sheet.css": "* {\n  stroke: blue;\n  stroke-width: 2;\n}\n",
      "content.ftl": "<b>${two}</b>\n",
      "package/drop.svg": svg("blue"),
      "package/dot.png": Buffer.concat([PNG, Buffer.from([0])]),
    });
    const { stdout } = await run("plan", folder);
    expect(stdout).toContain(`         line 2: "stroke: red;" → "stroke: blue;"\n`);
    expect(stdout).toContain('         line 3 is added: "stroke-width: 2;"\n');
    expect(stdout).toContain('         line 1: "<b>${one}</b>" → "<b>${two}</b>"\n');
    expect(stdout).toContain('         drop.svg › fill: "red" → "blue"\n');
    expect(stdout).toContain("         dot.png: its bytes differ\n");
  });
});

describe("a changed mapping", () => {
  const SECRET = "canary-of-words";
  const store = `apiVersion: plumbline/v1
kind: Workspace
metadata: { name: t }
spec: { namespace: "http://example.org/t" }
---
apiVersion: plumbline/v1
kind: AppSchemaStore
metadata: { workspace: t, name: s }
spec: { mapping: ./mapping, variables: { word: { fromEnv: WORD } } }
`;
  const withPassword = (text: string, password: string) =>
    text.replace(
      "</parameters>",
      `<Parameter><name>passwd</name><value>${password}</value></Parameter></parameters>`,
    );

  test("is told by its types, and no password is shown, given or not", async () => {
    const folder = temporaryFolder();
    const plain = mapping(["t:A"]);
    writeFiles(folder, {
      "plumbline.yaml": project("estate: mapped"),
      "manifests.yaml": store.replace(/, variables.*?\} \}/, ""),
      "mapping/s.appschema": withPassword(plain, SECRET),
      "mapping/more.xsd": "<schema/>",
    });
    expect((await run("apply", folder, "--yes")).code).toBe(0);
    const other = withPassword(plain, `${SECRET}-2`).replace("<OCQL>ID<", "<OCQL>gid<");
    writeFiles(folder, { "mapping/s.appschema": other, "mapping/most.xsd": "<schema/>" });
    const forms = ["text", "json", "markdown"];
    for (const form of forms) {
      const { stdout } = await run("plan", folder, "-o", form);
      expect(stdout).toContain("gid");
      expect(stdout).toContain("(secret), changed");
      expect(stdout).not.toContain(SECRET);
    }
    const { stdout } = await run("plan", folder);
    expect(stdout).toContain(
      '         s.appschema › type "t:A" › attribute "t:A" › idExpression › OCQL: "ID" → "gid"\n',
    );
    expect(stdout).toContain("         most.xsd is added\n");
    // With the password by reference what the server holds is left out, whoever has it.
    writeFiles(folder, {
      "manifests.yaml": store,
      "mapping/s.appschema": withPassword(plain, "${{ var.word }}").replace(
        "<OCQL>ID<",
        "<OCQL>n<",
      ),
    });
    for (const env of [{}, { WORD: `${SECRET}-3` }])
      for (const form of forms) {
        const ran = await runHere(["plan", folder, "-o", form], { url: url(), env });
        expect(ran.stdout).toContain("OCQL");
        expect(ran.stdout).not.toMatch(new RegExp(`${SECRET}|"ID"`));
      }
    const told = async (env: Readonly<Record<string, string>>) =>
      (await runHere(["plan", folder], { url: url(), env })).stdout;
    expect(await told({ WORD: SECRET })).toContain('OCQL: (secret) → "n"\n');
    expect(await told({ WORD: SECRET })).not.toContain("(secret), changed");
    expect(await told({ WORD: `${SECRET}-3` })).toContain("(secret), changed");
  });

  test("never shows a secret of before that the manifest has no more", async () => {
    const folder = temporaryFolder();
    const told = (id: string) =>
      withPassword(mapping(["t:A"]).replace("<OCQL>ID<", `<OCQL>${id}<`), "${{ var.word }}");
    const env = { WORD: SECRET, TOKEN: "earlier-canary" };
    writeFiles(folder, {
      "plumbline.yaml": project("estate: mapped"),
      "manifests.yaml": store.replace("WORD }", "WORD }, token: { fromEnv: TOKEN }"),
      "mapping/s.appschema": told("'${{ var.token }}'"),
    });
    const applied = await runHere(["apply", folder, "--yes"], { url: url(), env });
    expect(applied.code, applied.stderr).toBe(0);
    writeFiles(folder, { "manifests.yaml": store, "mapping/s.appschema": told("n") });
    for (const form of ["text", "json", "markdown"]) {
      const ran = await runHere(["plan", folder, "-o", form], { url: url(), env });
      expect(ran.stdout).toContain("OCQL");
      expect(ran.stdout + ran.stderr).not.toContain("canary");
    }
  });

  test.for([
    ["written as XML allows", "p&amp;w-canäry", "${{ var.word }}", "${{ var.word }}"],
    ["in a CDATA section", "<![CDATA[p&w-canäry]]>", "${{ var.word }}", "${{ var.word }}"],
    ["in a file that needs it no more", "p&amp;w-canäry", "other", "${{ var.word }}"],
  ] as const)("never shows a secret that the server holds %s", async ([, spelt, own, more]) => {
    const folder = temporaryFolder();
    const told = (id: string) => mapping(["t:A"]).replace("<OCQL>ID<", `<OCQL>${id}<`);
    const escaped = "p&#38;w-can&#228;ry";
    writeFiles(folder, {
      "plumbline.yaml": project("estate: mapped"),
      "manifests.yaml": store.replace(/, variables.*?\} \}/, ""),
      "mapping/s.appschema": withPassword(told(`'${spelt}'`), escaped),
      "mapping/more.xml": `<more>${escaped}</more>`,
    });
    expect((await run("apply", folder, "--yes")).code).toBe(0);
    writeFiles(folder, {
      "manifests.yaml": store,
      "mapping/s.appschema": withPassword(told("n"), own),
      "mapping/more.xml": `<more>${more}</more>`,
    });
    for (const form of ["text", "json", "markdown"]) {
      const env = { WORD: "p&w-canäry" };
      const { stdout } = await runHere(["plan", folder, "-o", form], { url: url(), env });
      expect(stdout).toContain("OCQL");
      expect(stdout).not.toMatch(/can(?:ä|&#228;)ry/);
    }
  });
});

describe("servers beside each other", () => {
  test("a folder and its server: what is missing, what differs, what is declared no more", async () => {
    const folder = await changed(
      "beside",
      rules({ motorway: "#ff0000" }),
      rules({ motorway: "#00ff00" }),
    );
    writeFiles(folder, { "b.yaml": style("fresh-beside"), "fresh-beside.sld": sld() });
    const { code, stdout, stderr } = await run("diff", "--live", folder, "-v");
    expect(code).toBe(2);
    expect(stdout).toBe(`~ Style/beside
    ~ content.sld
        ${STROKE}: "#ff0000" → "#00ff00"
+ Style/fresh-beside

2 objects differ.
`);
    expect(stderr).not.toMatch(/^(?!GET)[A-Z]+ \//m);
    writeFiles(folder, { "beside.sld": rules({ motorway: "#ff0000" }) });
    const same = { code: 0, stdout: "Both mean the same.\n" };
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    writeFiles(folder, { "b.yaml": "# plumbline: ignore\n" });
    const kept = await run("diff", "--live", folder);
    expect(kept).toMatchObject({ code: 2, stdout: "- Style/fresh-beside\n\n1 object differs.\n" });
    // What is neither there nor declared is in the inventory alone.
    const path = `${url()}/rest/styles/fresh-beside?purge=true`;
    await fetch(path, { method: "DELETE", headers: { authorization: AUTHORIZATION } });
    expect(await run("diff", "--live", folder)).toMatchObject(same);
  });

  test("two servers, each by its own credentials", async () => {
    const [one, other] = [await listenCatalog(), await listenCatalog()];
    const folder = temporaryFolder();
    const target = (name: string, address: string) =>
      `  ${name}: { url: "${address}", credentials: { user: { fromEnv: WHO }, password: { fromEnv: WORD_OF_${name.toUpperCase()} } } }`;
    writeFiles(folder, {
      "plumbline.yaml": project(
        `estate: twice\ntargets:\n${target("test", one)}\n${target("live", other)}`,
      ),
      "manifests/a.yaml": [style("same"), style("shown")].join("---\n"),
      "manifests/same.sld": sld(),
      "manifests/shown.sld": rules({ motorway: "#ff0000" }),
    });
    const password = "a password for tests";
    const env = { WHO: "admin", WORD_OF_TEST: password, WORD_OF_LIVE: password };
    const here = (more: Readonly<Record<string, string>>, ...args: string[]) =>
      runHere(args, { cwd: folder, env: { ...env, ...more } });
    expect((await here({}, "apply", "--all-targets", "--yes")).code).toBe(0);
    const compared = ["diff", "--targets", "test,live", "--live"];
    expect(await here({}, ...compared)).toMatchObject({ code: 0, stdout: "Both mean the same.\n" });
    writeFiles(folder, { "manifests/shown.sld": rules({ motorway: "#00ff00" }) });
    expect((await here({}, "apply", "--target", "live", "--yes")).code).toBe(0);
    const told = await here({}, ...compared);
    expect(told.code).toBe(2);
    expect(told.stdout).toBe(`~ Style/shown
    ~ content.sld
        ${STROKE}: "#ff0000" → "#00ff00"

1 object differs.
`);
    const refused = await here({ WORD_OF_LIVE: "another" }, ...compared);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(other);
  });

  test("a patch needs files, and one folder is compared", async () => {
    expect(await run("diff", "--live", "--patch")).toMatchObject({ code: 64 });
    expect(await run("diff", "--live", "a", "b")).toMatchObject({ code: 64 });
    expect(await run("diff", "a", "b", "--url", "http://maps.test")).toMatchObject({ code: 64 });
  });
});
