/** The rules of the house that a machine can check: layers, library ownership, sizes, names. */
import { existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { featureTypeUsual } from "../src/model/feature-type.ts";
import { layerFlags } from "../src/model/layer.ts";
import { storeFlags } from "../src/model/store.ts";
import { kinds } from "../src/reconciler/kinds/registry.ts";
import { VERSION } from "../src/version.ts";
import { layers } from "./support/project/layers.ts";
import {
  codeOf,
  filesBelow,
  importedNames,
  importsOf,
  root,
  textOf,
} from "./support/project/sources.ts";

const sources = filesBelow("src", /\.ts$/);

/** How often the source may write an address as text; maps and sets of addresses need none of it. */
const MOST_FORMATTED = 140;

function layerOf(file: string): (typeof layers)[number] | undefined {
  return layers.find(({ files }) => files.test(file));
}

describe("layers", () => {
  test.for(sources)("%s imports only what its layer may", (file) => {
    const layer = layerOf(file);
    expect(layer, "belongs to no layer").toBeDefined();
    for (const target of importsOf(file)) {
      if (target.startsWith(".")) {
        const imported = posix.normalize(posix.join(dirname(file), target));
        const other = layerOf(imported)?.name;
        expect([layer?.name, ...(layer?.may ?? [])], `${file} imports ${imported}`).toContain(
          other,
        );
      } else {
        expect(layer?.libraries, `${file} imports ${target}`).toContain(target);
      }
    }
  });

  test.for([
    ["libxml2-wasm", "src/wire/xml-document.ts"],
    ["betterknown", "src/wire/wkt.ts"],
    ["jsts/org/locationtech/jts/operation/relate/RelateOp.js", "src/server/filters/geometry.ts"],
    ["mongodb", "src/server/docdb/mongo.ts"],
    ["geotiff", "src/server/rasters/geotiff.ts"],
    ["h5wasm/node", "src/server/rasters/hdf5.ts"],
    ["fast-xml-parser", "src/wire/xml.ts"],
    ["fast-png", "src/wire/map-answer.ts"],
    ["archiver", "src/wire/zip.ts"],
    ["yauzl", "src/wire/zip-entries.ts"],
    [
      "yaml",
      "src/reconciler/manifest/edit.ts",
      "src/reconciler/manifest/load.ts",
      "src/reconciler/manifest/write.ts",
      "src/wire/style-values.ts",
    ],
    ["piscina", "src/server/workers/pool.ts"],
    ["node:sqlite", "src/server/storage/sqlite-connection.ts"],
    ["pg", "src/server/storage/postgres-driver.ts"],
  ] as const)(
    "%s is known to one file, or to those that read and write",
    ([library, ...owners]) => {
      expect(sources.filter((file) => importsOf(file).includes(library))).toEqual(owners);
    },
  );

  test("undici is known to the client layer", () => {
    expect(sources.filter((file) => importsOf(file).some((one) => /^undici\b/.test(one)))).toEqual([
      "src/reconciler/client/http.ts",
      "src/reconciler/client/map-client.ts",
      "src/reconciler/client/webhook.ts",
    ]);
  });

  test("no library is entered past its door", () => {
    const inner = /^[a-z@][^:]*\/(?:lib|dist|src)\//;
    for (const file of sources)
      expect(
        importsOf(file).filter((target) => inner.test(target)),
        file,
      ).toEqual([]);
  });

  test("flags of V8 are set in the process that serves alone, which nobody shares", () => {
    const flags = sources.filter((file) => importsOf(file).includes("node:v8"));
    expect(flags).toEqual(["src/cli/commands/serve/memory.ts"]);
  });

  test("every built-in module is imported by its full name", () => {
    const bare = builtinModules.filter((name) => !name.startsWith("node:"));
    for (const file of sources) {
      for (const target of importsOf(file))
        expect(bare, `${file} imports ${target}`).not.toContain(target);
    }
  });

  test("the engine names no kind", () => {
    const names = [
      ...kinds.keys(),
      ...[...kinds.values()].flatMap(({ name, manifest }) => manifest?.kind ?? name),
    ];
    for (const file of sources.filter((candidate) =>
      candidate.startsWith("src/reconciler/engine/"),
    )) {
      for (const name of names) expect(textOf(file), file).not.toMatch(new RegExp(`["'\`]${name}`));
    }
  });

  test("no kind compares: the engine does, by the rules of fields", () => {
    const ofKinds = sources.filter((file) => file.startsWith("src/reconciler/kinds/"));
    const meaning = /\/(?:canonical-xml|content-identity)\.ts$/;
    const judges = ofKinds.filter((file) => importsOf(file).some((target) => meaning.test(target)));
    expect(judges).toEqual([]);
    // A namespace URI is looked for by its digest; other lists of digests are read by the engine.
    const readers = ofKinds.filter((file) =>
      importsOf(file).some((one) => one.endsWith("wire/digest.ts")),
    );
    expect(readers).toEqual(["src/reconciler/kinds/workspace.ts"]);
    // Whether something is only a rest of what was there is no comparison, and asked of kinds.
    const whole =
      /export (?:async )?function (?!isLeftOf\b)\w+\([^{]*?\bFacts\b[^{]*?\bFacts\b[^{]*?\): (?:Promise<)?boolean/;
    expect(ofKinds.filter((file) => whole.test(textOf(file)))).toEqual([]);
  });

  test("the core of a kind has at most 14 members, all else is a capability", () => {
    const core = /interface KindCore<[^>]*> \{\n(.*?)\n\}/s.exec(textOf("src/reconciler/kind.ts"));
    const members = core?.[1]?.match(/^  readonly \w+/gm) ?? [];
    expect(members.length).toBeGreaterThan(5);
    expect(members.length).toBeLessThanOrEqual(14);
  });

  test("routes come to the catalog as the account of their request only", () => {
    for (const file of sources.filter((name) => name.startsWith("src/server/routes/")))
      expect(textOf(file), file).not.toMatch(/\bcatalog\s*\.\s*(?:read|write)\b/);
  });

  test("requests are addressed so that names with a dot are found", () => {
    for (const file of sources.filter((name) => /^src\/(?:reconciler|rehearsal|cli)\//.test(name)))
      expect(textOf(file), file).not.toMatch(
        /import \{[^}]*\b(?:pathOf|stylePath|layerGroupPath)\b[^}]*\} from "[^"]*\/paths\.ts"/,
      );
  });

  test("only one file asks for forms of what lies in the data directory, whose names people choose", () => {
    const clients = /^src\/(?:wire|reconciler|rehearsal|cli|console|library)\//;
    const asking = sources.filter(
      (file) =>
        clients.test(file) &&
        /\?(?:[^"`]*&)?(?:operation|format)=|\bquery: \{[^}]*\b(?:operation|format):/.test(
          textOf(file),
        ),
    );
    expect(asking).toEqual(["src/console/lists.ts", "src/wire/resource.ts"]);
  });

  test("the rooms of the command line do not lead back", () => {
    const rooms: Readonly<Record<string, readonly string[]>> = {
      process: [],
      flags: ["process"],
      present: ["process"],
      settings: ["process", "flags"],
      commands: ["process", "flags", "present", "settings"],
    };
    const back = sources.flatMap((file) => {
      const room = /^src\/cli\/([a-z]+)\//.exec(file)?.[1] ?? "";
      const may = rooms[room];
      const targets = importsOf(file)
        .filter((target) => target.startsWith("."))
        .map((target) => posix.normalize(posix.join(dirname(file), target)))
        .filter((target) => target.startsWith("src/cli/"));
      return targets
        .filter(
          (target) => may !== undefined && ![room, ...may].includes(target.split("/")[2] ?? ""),
        )
        .map((target) => `${file} imports ${target}`);
    });
    expect(back).toEqual([]);
  });

  test("addresses are compared and looked up as addresses, their text is for people and files", () => {
    const uses = sources.flatMap((file) => textOf(file).match(/\bformatAddress\(/g) ?? []);
    expect(uses.length).toBeLessThanOrEqual(MOST_FORMATTED);
  });

  test("no module keeps state, but for what was computed once or is known of an object", () => {
    const state =
      /^(?:export )?(?:let |const \w+(?:: [^=]+)? = (?:new (?:Map|Set|WeakMap|WeakSet|AsyncLocalStorage)(?:<[^(]*>)?\(\)|recent(?:<[^(]*>)?\())/m;
    expect(sources.filter((file) => state.test(textOf(file)))).toEqual([
      "src/model/secret-fingerprint.ts",
      "src/model/secret.ts",
      "src/server/plugins/url.ts",
    ]);
  });

  test("only main reads and changes the environment of the process, and the library door reads it", () => {
    const readers = sources.filter((file) => /\bprocess\s*\.\s*env\b/.test(textOf(file)));
    expect(readers).toEqual(["src/cli/main.ts", "src/library/open-estate.ts"]);
  });

  test("commands return what they came to: nothing of it is captured on its way out", () => {
    expect(sources.filter((file) => textOf(file).includes("AsyncLocalStorage"))).toEqual([]);
    const printers = sources.filter(
      (file) =>
        file.startsWith("src/cli/") && /\bprocess\s*\.\s*std(?:out|err)\b/.test(textOf(file)),
    );
    expect(printers).toEqual([]);
  });

  test("only execute sends what writes", () => {
    const writers = sources.filter(
      (file) => file.startsWith("src/reconciler/engine/") && /\bTransport\b/.test(textOf(file)),
    );
    expect(writers).toEqual(["src/reconciler/engine/run/execute.ts"]);
  });

  test("beside it only acts, the estate's own files and messages are written", () => {
    const folders = sources
      .filter((file) => /^src\/reconciler\/(?!kinds\/)/.test(file))
      .filter((file) => /\bmethod: "(?:PUT|POST|DELETE|PATCH)"/.test(textOf(file)))
      .map((file) => file.split("/")[2]);
    // Messages of webhooks go to other servers, by the client that knows no catalog.
    expect(folders).toEqual(["client", "inventory", "lock", "operations"]);
  });
});

test("guards check what a plan found out; only one asks the server for more", () => {
  const guards = sources.filter((file) => file.startsWith("src/reconciler/engine/guard/"));
  const reading = guards.filter((file) => /\bKindContext\b|"context"/.test(textOf(file)));
  expect(guards.length).toBeGreaterThan(5);
  expect(reading).toEqual(["src/reconciler/engine/guard/hard-guards.ts"]);
});

describe("rooms", () => {
  const folders = sources.map((file) => file.split("/").slice(0, -1).slice(0, 3).join("/"));
  const rooms = [...new Set(folders)].filter((folder) => folder !== "src");

  test.for(rooms)("%s says what lives there, in ten lines at most", (room) => {
    const lines = textOf(`${room}/README.md`).trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines[0]).toMatch(/^# \w/);
    for (const [, file = ""] of lines.join("\n").matchAll(/`([\w./-]+\.(?:ts|peggy))`/g))
      expect(existsSync(join(root, room, file)), `${room} names ${file}`).toBe(true);
  });

  test("ARCHITECTURE.md is two pages, and names every room of the top", () => {
    const text = textOf("ARCHITECTURE.md");
    expect(text.split("\n").length).toBeLessThanOrEqual(151);
    for (const room of rooms.filter((one) => one.split("/").length === 2))
      expect(text, room).toContain(`\`${room}\``);
  });
});

describe("files", () => {
  const all = [...sources, ...filesBelow("test", /\.ts$/), ...filesBelow("scripts", /\.ts$/)];
  const lengths = all.map((file) => textOf(file).split("\n").length);

  test("none has more than 400 lines", () => {
    expect(all.filter((_file, index) => (lengths[index] ?? 0) > 400)).toEqual([]);
  });

  test("the median is under 100 lines", () => {
    const own = sources.map((file) => textOf(file).split("\n").length).toSorted((a, b) => a - b);
    expect(own[Math.floor(own.length / 2)]).toBeLessThan(100);
  });

  test("each says what it is for", () => {
    expect(all.filter((file) => !textOf(file).startsWith("/**"))).toEqual([]);
  });

  test("none is a drawer for everything", () => {
    expect(all.filter((file) => /\b(?:utils?|helpers?|common|misc)\b/.test(file))).toEqual([]);
  });

  test("there are no default exports and no leftovers", () => {
    const exempt = "vitest.config.ts";
    for (const file of all.filter((name) => name !== exempt)) {
      expect(textOf(file), file).not.toMatch(/\bexport default\b/);
      if (file !== "test/tidy.test.ts")
        expect(textOf(file), file).not.toMatch(/\b(?:TODO|FIXME|XXX)\b|\.only\(/);
    }
  });
});

describe("nouns", () => {
  /** What files are to become, and both passwords of the keystore: no patches of nouns. */
  const others = new Set(["FileChange", "RecordedChange", "PasswordChange"]);

  test("what a client says of one is said in model/ only", () => {
    for (const file of sources.filter((name) => /^src\/(?:wire|server\/catalog)\//.test(name))) {
      const declared = textOf(file).matchAll(
        /\b(?:interface|type) (\w+(?:Input|Change|Patch))\b(?: extends [^{]+)? [={]/g,
      );
      const names = [...declared].map(([, name = ""]) => name).filter((name) => !others.has(name));
      expect(names, file).toEqual([]);
    }
  });

  test("their documents are tables of one form", () => {
    const forms =
      /\bexport (?:interface|type) (?:Field|FieldTable|Setting|SettingTable|\w*(?:Field|Setting|Property)(?:Type|Table))\b/;
    expect(sources.filter((file) => forms.test(textOf(file)))).toEqual([]);
  });

  test("a field of one that is only kept, or a flag, is named in at most five files", () => {
    // By the policy, rules decide what is sent to which server; what is advertised must be listed.
    const { projectionPolicy: _decides, advertised: _lists, ...published } = featureTypeUsual;
    const kept = ["dataLinks", "metadataLinks", "nativeCRS"];
    for (const field of [...Object.keys({ ...layerFlags, ...published, ...storeFlags }), ...kept]) {
      const named = sources.filter((file) => new RegExp(`\\b${field}\\b`).test(textOf(file)));
      expect(named.length, field).toBeLessThanOrEqual(5);
    }
  });
});

describe("public names", () => {
  const used = importedNames(sources);

  test.for(sources)("%s describes what other rooms import", (file) => {
    const lines = textOf(file).split("\n");
    const bare = lines.filter((line, index) => {
      const [, name = ""] =
        /^export (?:async )?(?:const|function|interface|type|class) (\w+)/.exec(line) ?? [];
      return used.get(file)?.has(name) === true && !/\*\/\s*$/.test(lines[index - 1] ?? "");
    });
    expect(bare).toEqual([]);
  });

  test("classes are errors", () => {
    for (const file of sources) {
      for (const [declaration] of codeOf(file).matchAll(/class \w+[^{]*/g)) {
        expect(declaration, file).toMatch(/(?:Error|Failure) extends (?:Error|Failure)/);
      }
    }
  });
});

describe("registry", () => {
  const files = filesBelow("src/reconciler/kinds", /^src\/reconciler\/kinds\/[^/]+\.ts$/);

  test("holds every kind there is a file for", () => {
    const registered = textOf("src/reconciler/kinds/registry.ts");
    for (const file of files.filter((name) => !name.endsWith("/registry.ts"))) {
      expect(registered).toContain(`"./${file.split("/").at(-1)}"`);
    }
    expect(kinds.size).toBe(files.length - 1);
  });

  test("every kind is documented and has cases in the corpus", () => {
    const rows = [...textOf("docs/coverage.md").matchAll(/^\| `(\w+)` \| `(\w+)`/gm)];
    const documented = new Map(rows.map(([, name, declaredBy]) => [name, declaredBy]));
    expect(new Set(documented.keys())).toEqual(new Set(kinds.keys()));
    for (const { name, manifest } of kinds.values())
      if (manifest !== undefined) expect(documented.get(name)).toBe(manifest.kind ?? name);
    const corpus = filesBelow("test/corpus/cases", /\.ya?ml$/)
      .map(textOf)
      .join("\n");
    for (const { name, manifest } of kinds.values()) {
      const kind = manifest?.kind ?? name;
      if (manifest !== undefined) expect(corpus).toMatch(new RegExp(`kind: ${kind}\\b`));
    }
  });
});

test("the version is said once", () => {
  expect(JSON.parse(textOf("package.json"))).toMatchObject({ version: VERSION });
});

test("the lock file holds the optional packages of every platform", () => {
  type Locked = { readonly optionalDependencies?: Readonly<Record<string, string>> };
  const { packages } = JSON.parse(textOf("package-lock.json")) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const locked = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  const wanted = Object.values(packages).flatMap((one) =>
    Object.keys(one.optionalDependencies ?? {}),
  );
  // npm ci refuses a lock file that misses one, but only where nothing is installed yet.
  expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
});

test("the tests run on a Node that Plumbline supports", () => {
  const { engines } = JSON.parse(textOf("package.json")) as { engines: { node: string } };
  const [major = 0, minor = 0] = engines.node.replace(/^\D+/, "").split(".").map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  expect(ownMajor * 1_000 + ownMinor).toBeGreaterThanOrEqual(major * 1_000 + minor);
});
