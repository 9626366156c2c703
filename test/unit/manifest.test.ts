/** Manifests: every fault has its place and its way out, and all of them come at once. */
import { chmodSync, existsSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { bodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import { renderManifest } from "../../src/reconciler/manifest/write.ts";
import { checkArtefacts, loadDesired } from "../../src/reconciler/manifest/resolve.ts";
import { compareDiagnostics, formatPosition, type Diagnostic } from "../../src/model/diagnostic.ts";
import { mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

const style = (name: string, source: string) =>
  `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ${source} }\n`;
const store = (name: string, path: string, more = "") =>
  `apiVersion: plumbline/v1\nkind: AppSchemaStore\nmetadata: { workspace: w, name: ${name} }\nspec: { mapping: ${path}${more} }\n`;
const rules = (spec: string) => `apiVersion: plumbline/v1\nkind: AccessRules\nmetadata: { name: r }\nspec: ${spec}\n`;

const group = (layers: string) => `apiVersion: plumbline/v1\nkind: LayerGroup\nmetadata: { name: g }\nspec: { layers: ${layers} }\n`;

async function diagnose(files: Readonly<Record<string, string | Uint8Array>>, paths?: readonly string[]): Promise<readonly string[]> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const desired = await loadDesired(paths ?? [folder], { bodies: bodyStore() });
  const found = [...desired.diagnostics, ...(await checkArtefacts(desired.state))];
  const place = ({ where }: Diagnostic) => (where === undefined ? "" : formatPosition({ ...where, file: relative(folder, where.file) }));
  return found.toSorted(compareDiagnostics).map((diagnostic) => `${place(diagnostic)} ${diagnostic.code}: ${diagnostic.message.replaceAll(`${folder}/`, "")}${diagnostic.hint === undefined ? "" : ` | ${diagnostic.hint}`}`);
}

test("a comment in front of a manifest is one line, whatever it says", () => {
  const text = renderManifest({ kind: "Style" }, ["one\nkind: Other", "two\r\nthree"]);
  expect(text).toBe("# one kind: Other\n# two three\nkind: Style\n");
});

describe("faults of manifests", () => {
  test.for<readonly [string, Readonly<Record<string, string | Uint8Array>>, readonly (string | RegExp)[]]>([
    ["a good one", { "a.yaml": style("a", "./a.sld"), "a.sld": sld() }, []],
    ["no manifest at all", { "readme.txt": "x" }, [/^ no-manifests: There are no manifests under .* \| Check the path/]],
    ["an empty file", { "a.yaml": "" }, [/^a\.yaml manifest-empty: a\.yaml is empty/]],
    ["an unknown kind", { "a.yaml": "apiVersion: plumbline/v1\nkind: Stile\nmetadata: { name: a }\n" }, [/^a\.yaml:2:1 manifest-unknown-kind: kind is "Stile"; it must be one of AccessRules, AppSchemaStore, BlobStore, CatalogMode, Coverage, CoverageStore, DataStore, DefaultWorkspace, DiskQuota, FeatureType, File, GridSet, ImageMosaic, KeystorePassword, Layer, LayerGroup, Logging, Role, Service, Settings, Style, Template, TileLayer, UrlCheck, User, WmsLayer, WmsStore, WmtsLayer, WmtsStore, Workspace \| Did you mean Style\?/]],
    ["no kind", { "a.yaml": "apiVersion: plumbline/v1\n" }, [/^a\.yaml:1:1 manifest-unknown-kind: kind is missing/]],
    ["another version", { "a.yaml": "apiVersion: plumbline/v2\nkind: Style\n" }, [/^a\.yaml:1:1 manifest-unknown-kind: apiVersion is "plumbline\/v2"; it must be plumbline\/v1/]],
    ["a scalar", { "a.yaml": "hello\n" }, [/^a\.yaml:1:1 manifest-unknown-kind: apiVersion is missing.*# plumbline: ignore/]],
    ["a file that says it is none", { "a.yaml": "# a note\n# plumbline: ignore\nhello: 1\n", "b.yaml": style("a", "./a.sld"), "a.sld": sld() }, []],
    ["an unknown field", { "a.yaml": "apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: a }\nspec:\n  sorce: ./a.sld\n" }, [/^a\.yaml:4:1 manifest-invalid: spec\.source: expected a text, but it is missing/, /^a\.yaml:5:3 manifest-invalid: spec\.sorce is not a known field \| Did you mean source\?/]],
    ["an unknown field far from any", { "a.yaml": style("a", "./a.sld, zzzzzz: 1"), "a.sld": sld() }, [/spec\.zzzzzz is not a known field \| Known here: source, legend, metadata\./]],
    ["a number for a name", { "a.yaml": style("1.10", "./a.sld"), "a.sld": sld() }, [/^a\.yaml:3:13 manifest-invalid: metadata\.name: expected a text, received a number \| Put quotes around it/]],
    ["a workspace where there is none", { "a.yaml": "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: a, workspace: b }\nspec: {}\n" }, [/^a\.yaml:3:22 manifest-invalid: metadata\.workspace is not a known field/]],
    ["a missing workspace", { "a.yaml": "apiVersion: plumbline/v1\nkind: AppSchemaStore\nmetadata: { name: a }\nspec: { mapping: ./a.xml }\n" }, [/^a\.yaml:3:1 manifest-invalid: metadata\.workspace: expected a text, but it is missing/]],
    ["a lifecycle nobody knows", { "a.yaml": style("a, lifecycle: keep", "./a.sld"), "a.sld": sld() }, [/^a\.yaml:3:\d+ manifest-invalid: metadata\.lifecycle: must be "protect", "ignore", "orphan" or "observe"/]],
    ["declared, and declared elsewhere", { "a.yaml": style("a", "./a.sld"), "b.yaml": style("a, lifecycle: ignore", "./a.sld"), "a.sld": sld() }, [/^b\.yaml:3:\d+ duplicate-address: Style\/a is declared twice/]],
    ["a replace policy nobody knows", { "a.yaml": store("s", "./a.xml", ", replacePolicy: ask"), "a.xml": mapping(["t:A"]) }, [/^a\.yaml:4:\d+ manifest-invalid: spec\.replacePolicy: must be "recreate", "fail" or "manual"/]],
    ["broken YAML", { "a.yaml": "a: [1, 2\nb: 3\n" }, [/^a\.yaml:\d+:\d+ yaml-syntax: /]],
    ["names where maps belong", { "a.yaml": group("[buildings, { layer: a }]") }, [/^a\.yaml:4:18 manifest-invalid: spec\.layers\.0: expected \{ layer: … \} or \{ group: … \}, received a text \| Write it as \{ layer: … \}\.$/]],
    ["a form whose field is misspelt", { "a.yaml": group("[{ lyaer: a }]") }, [/^a\.yaml:4:\d+ manifest-invalid: spec\.layers\.0\.lyaer is not a known field \| Did you mean layer\?$/]],
    ["a form with one wrong value", { "a.yaml": group("[{ layer: 5 }]") }, [/^a\.yaml:4:\d+ manifest-invalid: spec\.layers\.0\.layer: expected a text, received a number/]],
    ["a form with a field too many", { "a.yaml": group("[{ layer: a, stile: b }]") }, [/^a\.yaml:4:\d+ manifest-invalid: spec\.layers\.0\.stile is not a known field \| Did you mean style\?$/]],
    ["a password for everybody to read", { "a.yaml": "apiVersion: plumbline/v1\nkind: User\nmetadata: { name: a }\nspec: { password: hunter2 }\n" }, [/^a\.yaml:4:9 manifest-invalid: spec\.password: expected \{ fromEnv: … \}, \{ fromFile: … \} or \{ fromExec: … \}, received a text \| Write it as \{ fromEnv: … \}\.$/]],
    ["yes for true", { "a.yaml": group("[{ layer: a }], enabled: yes") }, [/manifest-invalid: spec\.enabled: expected true or false, received a text \| Write true or false/]],
    ["a key twice", { "a.yaml": "a: 1\na: 2\n" }, [/^a\.yaml:2:1 yaml-syntax: The field a is there twice \| Keep one/]],
    ["a line that is indented deeper", { "a.yaml": "a: 1\n b: 2\n" }, [/^a\.yaml:1:4 yaml-syntax: The next line is indented deeper than this one, which has a value already \| Indent/]],
    ["a line between two levels", { "a.yaml": "a:\n  b: 1\n c: 2\n" }, [/^a\.yaml:3:1 yaml-syntax: This line is indented neither like the fields above it/]],
    ["a colon in a text", { "a.yaml": "a: b: c\n" }, [/^a\.yaml:1:4 yaml-syntax: This value contains a colon followed by a space \| Put quotes/]],
    ["a line that is no field", { "a.yaml": "a: 1\nplain\nb: 2\n" }, [/^a\.yaml:2:1 yaml-syntax: This line is no field/]],
    ["a tab", { "a.yaml": "a: 1\n\tb: 2\n" }, [/^a\.yaml:2:1 yaml-syntax: Tabs are not allowed as indentation \| Use two spaces/]],
    ["a star", { "a.yaml": "a: *\n" }, [/^a\.yaml:1:4 yaml-syntax: A \* begins a reference here, and none follows \| Put quotes around a text/]],
    ["brackets and quotes that stay open", { "a.yaml": "a: [1, 2\nb: 3\n", "b.yaml": 'a: "x\n' }, [/^a\.yaml:2:1 yaml-syntax: A \[ before this is not closed \| Close it with \]/, /^b\.yaml:2:1 yaml-syntax: A quotation mark is not closed \| Add the " at its end/]],
    ["signs that begin no text", { "a.yaml": "a: @x\n", "b.yaml": 'a: "\\q"\n', "c.yaml": "a: 'x' y\n", "d.yaml": "a: - b\n" }, [/^a\.yaml:1:4 yaml-syntax: A value cannot begin with @/, /^b\.yaml:1:5 yaml-syntax: The escape \\q is not known/, /^c\.yaml:1:8 yaml-syntax: This text belongs to nothing/, /^d\.yaml:1:4 yaml-syntax: A list cannot begin on the line/]],
    ["a tag nobody knows", { "a.yaml": "a: !secret b\n" }, [/^a\.yaml:1:4 yaml-syntax: The tag !secret is not known/]],
    ["bytes that are no text", { "a.yaml": Buffer.from([0xff, 0xfe, 0x41, 0x00]) }, [/^a\.yaml yaml-syntax: The file is not UTF-8/]],
    ["nesting without end", { "a.yaml": `a: ${"[".repeat(200)}${"]".repeat(200)}\n` }, [/^a\.yaml manifest-limit: The file is nested deeper than 64/]],
    ["nesting by keys and lists of one line", { "a.yaml": `a: ${"? - ".repeat(40)}x\n` }, [/^a\.yaml manifest-limit: The file is nested deeper than 64$/]],
    ["a line of many signs that nests nothing", { "a.yaml": `# ${"-".repeat(99)}\n${style("a", "./a.sld")}`, "a.sld": sld() }, []],
    ["aliases without end", { "a.yaml": `a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [${"*a, ".repeat(9)}]\nc: &c [${"*b, ".repeat(9)}]\nd: [${"*c, ".repeat(9)}]\n` }, [/^a\.yaml:1:1 manifest-limit: /]],
    ["one object twice", { "a.yaml": style("a", "./a.sld"), "b.yaml": style("a", "./a.sld"), "a.sld": sld() }, [/^b\.yaml:3:13 duplicate-address: Style\/a is declared twice; the first time at .*a\.yaml:3:13/]],
    ["one rule in two documents", { "a.yaml": rules('{ mode: merge, rules: { "w.*.r": [A] } }'), "b.yaml": rules('{ mode: merge, rules: { "w.*.r": [B] } }').replace("name: r", "name: s") }, [/^b\.yaml:4:\d+ duplicate-address: AccessRule\/w\.\*\.r is declared twice/]],
    ["a missing file", { "a.yaml": style("a", "./none.sld") }, [/^a\.yaml:4:9 artefact-missing: There is no \.\/none\.sld/]],
    ["a file that is no style", { "a.yaml": style("a", "./a.txt"), "a.txt": "x" }, [/^a\.yaml:4:9 artefact-unusable: \.\/a\.txt is no style \| Name an \.sld/]],
    ["an SLD that is broken", { "a.yaml": style("a", "./a.sld"), "a.sld": "<StyledLayerDescriptor>\n  <a>\n</StyledLayerDescriptor>" }, [/^a\.sld:3:\d+ style-invalid: Opening and ending tag mismatch/]],
    ["tags that differ in their prefix", { "a.yaml": style("a", "./a.sld"), "a.sld": '<StyledLayerDescriptor xmlns:ogc="o" xmlns:se="s">\n  <ogc:Filter>\n  </se:Filter>\n</StyledLayerDescriptor>' }, [/^a\.sld:3:\d+ style-invalid: Opening and ending tag mismatch: <ogc:Filter> of line 2 is closed by <\/se:Filter>/]],
    ["an SLD with a DOCTYPE", { "a.yaml": style("a", "./a.sld"), "a.sld": `<!DOCTYPE x []>${sld().replace(/^.*\n/, "")}` }, [/^a\.sld:1 style-invalid: Entity resolution disallowed/]],
    ["an empty CSS", { "a.yaml": style("a", "./a.css"), "a.css": " \n" }, [/^a\.css:1:1 style-invalid: The CSS is empty/]],
    ["a package without an SLD", { "a.yaml": style("a", "./p/"), "p/x.svg": "<svg/>" }, [/^a\.yaml:4:9 artefact-unusable: \.\/p\/ holds no \.sld file at its top/]],
    ["a package with two", { "a.yaml": style("a", "./p/"), "p/x.sld": sld(), "p/y.sld": sld() }, [/holds 2 \.sld files \(x\.sld, y\.sld\)/]],
    ["a package with an image that would be lost", { "a.yaml": style("a", "./p/"), "p/x.sld": sld(), "p/img/y.png": "x", "p/z.jpeg": "x" }, [/^a\.yaml:4:9 style-image: \.\/p\/: servers do not copy img\/y\.png, z\.jpeg out of the package/]],
    ["two packages with different images of one name", { "a.yaml": `${style("a", "./p/")}---\n${style("b", "./q/")}`, "p/x.sld": sld(), "p/i.svg": "<svg/>", "q/y.sld": sld(), "q/i.svg": "<svg><g/></svg>" }, [/^a\.yaml:8:13 style-image: The styles a and b bring different images named i\.svg/]],
    ["an archive that is none", { "a.yaml": style("a", "./p.zip"), "p.zip": "no zip" }, [/^a\.yaml:4:9 artefact-unusable: \.\/p\.zip: The body is not a ZIP archive/]],
    ["a broken mapping", { "a.yaml": store("s", "./m.xml"), "m.xml": "<a>\n<b>\n</a>" }, [/^m\.xml:3:\d+ mapping-invalid: Opening and ending tag mismatch/]],
    ["a mapping with two faults", { "a.yaml": store("s", "./m.xml"), "m.xml": mapping(["u:A", "t:B", "t:B"]) }, [/^m\.xml:\d+ mapping-invalid: location step u:A has prefix u/, /^m\.xml:\d+ mapping-invalid: location step u:A has prefix u/, /^m\.xml:\d+ mapping-invalid: Duplicate mappingName/]],
    ["a folder without a mapping", { "a.yaml": store("s", "./m/"), "m/readme.txt": "x" }, [/^a\.yaml:4:9 artefact-unusable: \.\/m\/ holds no \.appschema file; it must hold exactly one main mapping file/]],
    ["a folder with two", { "a.yaml": store("s", "./m/"), "m/a.appschema": mapping([]), "m/b.appschema": mapping([]) }, [/holds the \.appschema files a\.appschema, b\.appschema/]],
    ["an include that is not there", { "a.yaml": store("s", "./m/"), "m/a.appschema": mapping(["t:A"], { includes: ["x.xml"] }) }, [/^m\/a\.appschema:\d+ mapping-reference: The include x\.xml is not in the bundle/]],
    ["an include that leaves the bundle", { "a.yaml": store("s", "./m/"), "m/a.appschema": mapping(["t:A"], { includes: ["../x.xml"] }) }, [/^m\/a\.appschema:\d+ mapping-outside-bundle: The include \.\.\/x\.xml leaves the bundle/]],
    ["an include of a single file", { "a.yaml": store("s", "./m.xml"), "m.xml": mapping(["t:A"], { includes: ["x.xml"] }) }, [/^m\.xml:\d+ mapping-outside-bundle: The include x\.xml is not part of this single file/]],
    ["includes in a circle", { "a.yaml": store("s", "./m/"), "m/a.appschema": mapping(["t:A"], { includes: ["b.xml"] }), "m/b.xml": mapping(["t:B"], { includes: ["c.xml"] }), "m/c.xml": mapping(["t:C"], { includes: ["b.xml"] }) }, [/^m\/c\.xml:1 mapping-invalid: The include b\.xml leads back to itself: s\.appschema → b\.xml → c\.xml → b\.xml/]],
    ["two stores that publish one name", { "a.yaml": `${store("s", "./m.xml")}---\n${store("u", "./m.xml")}`, "m.xml": mapping(["t:A"]) }, [/^a\.yaml:8:\d+ mapping-invalid: The stores s and u both publish w:A/]],
    ["stores of two workspaces that map one name", { "a.yaml": `${store("s", "./m.xml")}---\n${store("u", "./m.xml").replace("workspace: w", "workspace: v")}`, "m.xml": mapping(["t:A", "t:B"]) }, [/^a\.yaml:3:\d+ mapping-shared: AppSchemaStore\/v:u and AppSchemaStore\/w:s both map \{http:\/\/example\.org\/t\}A; a stock server opens the first/]],
    ["a rule that is none", { "a.yaml": rules('{ mode: merge, rules: { "w.a": [A], "w.l.q": [A], "*.l.r": [A] } }') }, [/^a\.yaml:4:31 rule-invalid: Invalid rule w\.a/, /^a\.yaml:4:43 rule-invalid: Unknown access mode q/, /^a\.yaml:4:57 rule-invalid: Invalid rule \*\.l\.r, when namespace is \*/]],
    ["exclusive without a scope", { "a.yaml": rules("{ mode: exclusive, rules: {} }") }, [/^a\.yaml:4:1 rule-invalid: Exclusive rules need a scope/]],
    ["a scope that is none", { "a.yaml": rules('{ mode: exclusive, scope: [w], rules: {} }') }, [/^a\.yaml:4:\d+ rule-invalid: The scope "w" is not of the form workspace\.layer/]],
    ["a rule outside its scope", { "a.yaml": rules('{ mode: exclusive, scope: ["w.*"], rules: { "v.*.r": [A], "*.*.r": ["*"] } }') }, [/rule-outside-scope: The rule v\.\*\.r lies outside the scope w\.\*/, /rule-outside-scope: The rule \*\.\*\.r lies outside/]],
    ["rules on services that are none", { "a.yaml": rules('{ domain: services, mode: merge, rules: { "wfs": [A], "*.GetMap": [A] } }') }, [/^a\.yaml:4:\d+ rule-invalid: Invalid rule wfs, the expected format is service\.method/, /rule-invalid: Invalid rule \*\.GetMap/]],
    ["rules on requests that are none", { "a.yaml": rules('{ domain: rest, mode: merge, rules: { "w.*.r": [A], "styles:GET": [A], "/a:LOOK": [A], "/a:GET": [] } }') }, [/^a\.yaml:4:\d+ rule-invalid: Invalid 'w\.\*\.r' not matching/, /rule-invalid: Invalid 'styles:GET': the pattern does not start with/, /rule-invalid: Invalid '\/a:LOOK' not matching/, /rule-invalid: The rule \/a:GET names no role.*\| Name ROLE_ADMINISTRATOR/]],
    ["scopes of other domains", { "a.yaml": `${rules('{ domain: services, mode: exclusive, scope: [wfs, "*.*"], rules: {} }')}---\n${rules('{ domain: rest, mode: exclusive, scope: ["/a/*", "a/**", "/a*/**", "/**"], rules: {} }').replace("name: r", "name: s")}` }, [/rule-invalid: The scope "wfs" is not of the form service\.method/, /rule-invalid: The scope "\/a\/\*" is not a path with/, /rule-invalid: The scope "a\/\*\*" is not/, /rule-invalid: The scope "\/a\*\/\*\*" is not/]],
    ["rules outside scopes of other domains", { "a.yaml": `${rules('{ domain: services, mode: exclusive, scope: ["wfs.*"], rules: { "*.*": [A], "wms.GetMap": [A], "wfs.X": [A], "wfs.*": [A] } }')}---\n${rules('{ domain: rest, mode: exclusive, scope: ["/a/**"], rules: { "/**:GET": [A], "/ab:GET": [A], "/a:GET": [A], "/a/*/c:GET": [A] } }').replace("name: r", "name: s")}` }, [/rule-outside-scope: The rule \*\.\* lies/, /rule-outside-scope: The rule wms\.GetMap lies/, /rule-outside-scope: The rule \/\*\*:GET lies/, /rule-outside-scope: The rule \/ab:GET lies/]],
    ["a role with a comma", { "a.yaml": rules('{ mode: merge, rules: { "w.*.r": ["A,B"] } }') }, [/manifest-invalid: spec\.rules\.w\.\*\.r\.0: must not contain white space or commas/]],
    ["a second catalog mode", { "a.yaml": "apiVersion: plumbline/v1\nkind: CatalogMode\nmetadata: { name: other }\nspec: { mode: HIDE }\n" }, [/^a\.yaml:3:13 manifest-invalid: There is one catalog mode; its name must be catalog, not "other"/]],
    ["a workspace that cannot be a prefix", { "a.yaml": 'apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: "7up" }\nspec: {}\n' }, [/^a\.yaml:3:13 manifest-invalid: The workspace name "7up" is not an XML name/]],
    ["everything at once", { "a.yaml": style("a", "./none.sld"), "b.yaml": "kind: x\n", "c.yaml": "{", "d.yaml": rules("{ mode: merge, rules: { x: [A] } }") }, [/^a\.yaml/, /^b\.yaml/, /^c\.yaml/, /^d\.yaml/]],
  ])("%s", async ([, files, expected]) => {
    const found = await diagnose(files);
    expect(found).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
  });

  test("a path that is not there", async () => {
    const [found] = await diagnose({}, ["/nonexistent/manifests"]);
    expect(found).toMatch(/file-unreadable: There is no \/nonexistent\/manifests/);
  });

  test("a file that may not be read", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "a.yaml": style("a", "./a.sld"), "a.sld": sld() });
    symlinkSync(join(folder, "gone.yaml"), join(folder, "link.yaml"));
    chmodSync(join(folder, "a.yaml"), 0o600);
    const { diagnostics } = await loadDesired([folder], { bodies: bodyStore() });
    expect(diagnostics.map(({ code }) => code)).toEqual(["file-unreadable"]);
  });

  test.runIf(existsSync("/proc/self/mem"))("JSON that may not be read is no part of the manifests", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "a.yaml": style("a", "./a.sld"), "a.sld": sld() });
    symlinkSync("/proc/self/mem", join(folder, "data.json"));
    const { diagnostics, state } = await loadDesired([folder], { bodies: bodyStore() });
    expect(diagnostics).toEqual([]);
    expect(state.manifests).toBe(1);
  });

  test("what a manifest outside of the checkout names is where the manifest is", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "a.yaml": style("a", "./a.sld"), "a.sld": sld() });
    const { diagnostics } = await loadDesired([folder], { bodies: bodyStore(), checkout: temporaryFolder() });
    expect(diagnostics).toEqual([]);
  });

  test("a link that leads nowhere is not what was meant", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "a.yaml": style("a", "./lakes.sld") });
    symlinkSync("gone.sld", join(folder, "lakes.sld"));
    const { diagnostics } = await loadDesired([folder], { bodies: bodyStore() });
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([["There is no ./lakes.sld", undefined]]);
  });

  test("hidden folders and the project file are no manifests", async () => {
    expect(await diagnose({ ".git/a.yaml": "x", "plumbline.yaml": "estate: x", "a.yaml": style("a", "./a.sld"), "a.sld": sld() })).toEqual([]);
  });
});

describe("packages", () => {
  test("a folder and the archive of it mean the same", async () => {
    const files = { "main.appschema": mapping(["t:A"], { includes: ["b.xml"] }), "b.xml": mapping(["t:B"]) };
    const folder = temporaryFolder();
    writeFiles(folder, { "a.yaml": store("s", "./m/"), ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`m/${name}`, text])) });
    const zipped = temporaryFolder();
    const archive = await zipOf({ "s.appschema": files["main.appschema"], "b.xml": files["b.xml"] });
    writeFiles(zipped, { "a.yaml": store("s", "./m.zip"), "m.zip": archive });
    const [one, two] = await Promise.all([folder, zipped].map((path) => loadDesired([path], { bodies: bodyStore() })));
    expect(one?.diagnostics).toEqual([]);
    expect(one?.state.resources[0]?.facts).toEqual(two?.state.resources[0]?.facts);
  });

  test("packing is the same every time", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "a.yaml": store("s", "./m/"), "m/z.appschema": mapping(["t:A"]), "m/a/b.txt": "x" });
    const digests = await Promise.all(
      [1, 2].map(async () => {
        const { state } = await loadDesired([folder], { bodies: bodyStore() });
        const payload = state.resources[0]?.payload as { upload: { body: { digest: string } } };
        return payload.upload.body.digest;
      }),
    );
    expect(digests[0]).toBe(digests[1]);
  });
});
