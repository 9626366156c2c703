/**
 * Mistakes that people make, and what they are told: what is wrong, where, and what to write instead.
 * Those with addresses of servers are in no-catalog, redirects and silence, with targets in target-files,
 * with flags of other tools in habits, and with the library in test/library.
 */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { slice } from "../support/run/scale.ts";
import { project, serverForFile } from "./support.ts";

const { url } = serverForFile();

interface Mistake {
  readonly files?: Readonly<Record<string, string>>;
  /** The command line; the place of a folder is `FOLDER`. */
  readonly args: readonly string[];
  readonly code: number;
  /** What stderr has to say. */
  readonly says: RegExp;
  /** What it must not say. */
  readonly never?: RegExp;
  /** Something to do with the folder before. */
  readonly before?: (folder: string) => void;
  readonly env?: Readonly<Record<string, string>>;
}

const manifest = (kind: string, metadata: string, spec: string): string =>
  `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: ${metadata}\nspec: ${spec}\n`;
const style = (source: string, metadata = "{ name: red }"): string =>
  manifest("Style", metadata, `{ source: '${source}' }`);
const workspace = (name: string): string => manifest("Workspace", `{ name: ${name} }`, "{}");
const RED = { "manifests/red.sld": sld() };
const validate = ["validate", "manifests"];
const plan = ["plan", "manifests"];

/** A style whose source is written in some way. */
const source = (written: string, says: RegExp, files = {}): Mistake => ({
  files: { "manifests/a.yaml": style(written), ...RED, ...files },
  args: validate,
  code: 1,
  says,
});

const mistakes: Readonly<Record<string, Mistake>> = {
  "a source with an absolute path that is there": source(
    "FOLDER/manifests/red.sld",
    /Paths are relative to the manifest: write \.\/red\.sld\./,
  ),
  "a source with backslashes": source(
    ".\\red.sld",
    /Folders are separated by \/: write \.\/red\.sld\./,
  ),
  "a source in other letters": source(
    "./Red.SLD",
    /There is no \.\/Red\.SLD .*\n +Did you mean \.\/red\.sld\?/,
  ),
  "a source in a folder that is misspelt": source(
    "../manifets/red.sld",
    /Did you mean \.\.\/manifests\/red\.sld\?/,
  ),
  "a mapping that is misspelt": {
    files: {
      "manifests/a.yaml": manifest(
        "AppSchemaStore",
        "{ workspace: w, name: s }",
        "{ mapping: ./wells.xlm }",
      ),
      "manifests/wells.xml": "<a/>",
    },
    args: validate,
    code: 1,
    says: /There is no \.\/wells\.xlm .*\n +Did you mean \.\/wells\.xml\?/,
  },
  "a definition that is misspelt": {
    files: {
      "manifests/a.yaml": manifest(
        "ImageMosaic",
        "{ workspace: w, name: s }",
        "{ definition: ./Sst/ }",
      ),
      "manifests/sst/indexer.properties": "Schema=a",
    },
    args: validate,
    code: 1,
    says: /There is no \.\/Sst\/ .*\n +Did you mean \.\/sst\/\?/,
  },
  "a file outside of the project": {
    files: {
      "outer/estate/plumbline.yaml": project("estate: a"),
      "outer/estate/manifests/a.yaml": style("../../red.sld"),
      "outer/red.sld": sld(),
    },
    args: ["validate", "outer/estate/manifests"],
    code: 0,
    says: /warning: \.\.\/\.\.\/red\.sld lies outside of .*estate/,
  },
  "a folder of manifests that is misspelt": {
    files: { "manifests/a.yaml": workspace("a") },
    args: ["plan", "manifest/"],
    code: 1,
    says: /There is no manifest\/ .*\n +Did you mean manifests\/\?/,
  },
  "a saved plan that is not there": {
    files: { "plan.json": "{}" },
    args: ["show", "plan.jsn"],
    code: 1,
    says: /error: There is no plan\.jsn .*\n +Did you mean plan\.json\?/,
    never: /ENOENT/,
  },
  "a plan file that is not there": {
    files: { "manifests/a.yaml": workspace("a"), "plan.near.json": "{}" },
    args: ["apply", "manifests", "--plan", "plan.json"],
    code: 1,
    says: /There is no plan\.json/,
    never: /ENOENT/,
  },
  "a file of variables that is not there": {
    files: { "manifests/a.yaml": workspace("a"), "vars.yaml": "a: b\n" },
    args: [...validate, "--var-file", "var.yaml"],
    code: 1,
    says: /There is no var\.yaml .*\n +Did you mean vars\.yaml\?/,
  },
  "a kind that is misspelt": {
    args: ["get", "Stile"],
    code: 64,
    says: /^There is no kind Stile\. Did you mean Style\?\n$/,
  },
  "explaining a kind that is misspelt": {
    args: ["explain", "Stile"],
    code: 64,
    says: /^There is no kind Stile\. Did you mean Style\?\n$/,
  },
  "the schema of a kind that is misspelt": {
    args: ["schema", "Stile"],
    code: 64,
    says: /^There is no kind Stile\. Did you mean Style\?\n$/,
  },
  "a reference that is misspelt": {
    files: {
      "manifests/a.yaml": workspace("mist"),
      "manifests/b.yaml": style("./red.sld", "{ workspace: mits, name: red }"),
      ...RED,
    },
    args: plan,
    code: 1,
    says: /needs Workspace\/mits, which no manifest declares .*\n +Did you mean Workspace\/mist\?/,
  },
  "a style of a layer that is misspelt": {
    files: {
      "manifests/a.yaml": `${workspace("sf")}---\n${style("./red.sld", "{ workspace: sf, name: simple_roads }")}---\n${manifest("DataStore", "{ workspace: sf, name: d }", "{ connectionParameters: { dbtype: h2, database: d } }")}---\n${manifest("FeatureType", "{ workspace: sf, name: t }", "{ store: d }")}---\n${manifest("Layer", "{ workspace: sf, name: t }", "{ defaultStyle: simple_roadz }")}`,
      ...RED,
    },
    args: plan,
    code: 1,
    says: /needs Style\/simple_roadz.*\n +Did you mean sf:simple_roads\?/,
  },
  "a workspace under spec": {
    files: {
      "manifests/a.yaml": manifest("Style", "{ name: red }", "{ source: ./red.sld, workspace: w }"),
      ...RED,
    },
    args: validate,
    code: 1,
    says: /spec\.workspace is not a known field .*\n +It belongs into metadata\./,
  },
  "a source under metadata": {
    files: {
      "manifests/a.yaml": manifest("Style", "{ name: red, source: ./red.sld }", "{}"),
      ...RED,
    },
    args: validate,
    code: 1,
    says: /metadata\.source is not a known field .*\n +It belongs into spec\./,
  },
  "a field of a group beside the group": {
    files: {
      "manifests/a.yaml": manifest("Layer", "{ workspace: w, name: l }", "{ logoWidth: 5 }"),
    },
    args: validate,
    code: 1,
    says: /spec\.logoWidth is not a known field .*\n +It belongs into spec\.attribution\.\n/,
  },
  "a field of a group by its name in another program": {
    files: {
      "manifests/a.yaml": manifest("Service", "{ name: wms }", "{ maxRequestMemory: 7 }"),
    },
    args: validate,
    code: 1,
    says: /spec\.maxRequestMemory is not a known field .*\n +Did you mean spec\.limits\.requestMemory\?\n/,
  },
  "a text in the place of a list": {
    files: {
      "manifests/a.yaml": manifest("AccessRules", "{ name: r }", "{ rules: { 'w.*.r': ROLE_X } }"),
    },
    args: validate,
    code: 1,
    says: /spec\.rules\.w\.\*\.r: expected a list, received a text .*\n +Write it as a list: \[ … \]\./,
    never: /array|ROLE_X/,
  },
  "a list in the place of a map": {
    files: { "manifests/a.yaml": manifest("Workspace", "[ name: a ]", "{}") },
    args: validate,
    code: 1,
    says: /metadata: expected a map, received a list .*\n +Write it as a map: \{ name: … \}\./,
    never: /expected object/,
  },
  "a name of an estate with a blank": {
    files: { "plumbline.yaml": project("estate: My Estate!"), "manifests/a.yaml": workspace("a") },
    args: validate,
    code: 1,
    says: /estate: must begin with a letter or digit and hold only letters, digits, /,
    never: /pattern/,
  },
  "a project file that does not say prune": {
    files: {
      "plumbline.yaml": "apiVersion: plumbline/v1\nkind: Project\nestate: t\n",
      "manifests/a.yaml": workspace("a"),
    },
    args: validate,
    code: 1,
    says: /prune: is missing; it must be "none", "owned" or "scope"/,
    never: /Invalid/,
  },
  "a choice of forms that is missing": {
    files: {
      "plumbline.yaml": project("estate: t\ncredentials: { user: ann }"),
      "manifests/a.yaml": workspace("a"),
    },
    args: validate,
    code: 1,
    says: /credentials\.password: is missing; it must be \{ fromEnv: … \}, /,
  },
  "a variable of a shell in a name": {
    files: {
      "manifests/a.yaml":
        "apiVersion: plumbline/v1\nkind: Workspace\nmetadata:\n  name: ${WS}\nspec: {}\n",
    },
    args: validate,
    code: 1,
    says: /\$\{WS\} is no variable of manifests.*\n +Write \$\{\{ var\.WS \}\}\./,
  },
  "a variable that nobody declares": {
    files: { "plumbline.yaml": project("estate: t"), "manifests/a.yaml": workspace("a") },
    args: [...validate, "--var", "foo=1"],
    code: 0,
    says: /warning: No manifest uses the variable foo.*--var/,
  },
  "an alias of another document": {
    files: {
      "manifests/a.yaml": `x: &m { a: b }\n---\napiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: a }\nspec:\n  <<: *m\n`,
    },
    args: validate,
    code: 1,
    says: /The alias \*m has no anchor before it in this document .*\n +.*no anchor reaches across ---/,
  },
  "a merge key": {
    files: {
      "manifests/a.yaml":
        "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: &m { name: a }\nspec:\n  <<: *m\n",
    },
    args: validate,
    code: 1,
    says: /spec\.<< is not a known field .*\n +Merge keys are not read/,
  },
  "a YAML file of another program": {
    files: {
      "manifests/a.yaml": workspace("a"),
      "manifests/b.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x }\n",
    },
    args: validate,
    code: 1,
    says: /apiVersion is "v1"; it must be plumbline\/v1 .*\n +.*# plumbline: ignore/,
  },
  "a manifest in a file of JSON": {
    files: {
      "manifests/a.yaml": workspace("a"),
      "manifests/j.json": `{ "apiVersion": "plumbline/v1", "kind": "Workspace", "metadata": { "name": "j" }, "spec": {} }`,
    },
    args: validate,
    code: 0,
    says: /j\.json.*warning: .* is not read.*\n +.*\.yaml/,
  },
  "names that differ by their case": {
    files: {
      "manifests/a.yaml": `${style("./red.sld")}---\n${style("./red.sld", "{ name: Red }")}`,
      ...RED,
    },
    args: validate,
    code: 0,
    says: /warning: Style\/Red and Style\/red differ only in case/,
  },
  "a connection parameter that is misspelt": {
    files: {
      "manifests/a.yaml": `${workspace("w")}---\n${manifest("DataStore", "{ workspace: w, name: d }", "{ connectionParameters: { dbtype: postgis, host: db, prot: 5432, database: gis } }")}`,
    },
    args: validate,
    code: 0,
    says: /warning: .*prot.*\n +Did you mean port\?/,
  },
  "a folder where history takes a run": {
    files: { "manifests/a.yaml": workspace("a") },
    args: ["history", "manifests/"],
    code: 1,
    says: /^No run of the last 0 begins with manifests\/; plumbline history lists them\. .* -p manifests\/\.\n$/,
  },
  "unlocking without an id": {
    args: ["unlock"],
    code: 64,
    says: /--force.*\n.*plumbline lock/,
  },
  "destroying with --yes": {
    args: ["destroy", "--yes"],
    code: 64,
    says: /unknown option '--yes'\n.*--confirm/,
  },
  "a file that cannot be read": {
    files: { "manifests/a.yaml": style("./loop.sld") },
    args: validate,
    before: (folder) => symlinkSync("loop.sld", join(folder, "manifests/loop.sld")),
    code: 1,
    says: /error: manifests\/loop\.sld cannot be read \(ELOOP\) \[/,
    never: /too many/,
  },
};

test.for(slice(Object.entries(mistakes), { test: 18 }))("%s", async ([, mistake]) => {
  const folder = temporaryFolder();
  const { files = {}, args, code, says, never, before, env = {} } = mistake;
  const here = (text: string) => text.replaceAll("FOLDER", folder);
  writeFiles(
    folder,
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, here(text)])),
  );
  before?.(folder);
  const ran = await runHere(args.map(here), { url: url(), cwd: folder, env });
  expect(ran).toMatchObject({ code, stderr: expect.stringMatching(says) });
  if (never !== undefined) expect(ran.stderr + ran.stdout).not.toMatch(never);
});
