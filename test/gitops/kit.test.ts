/** The files of the GitOps kit: of the right form, held to by the programs that read them, and named in its pages. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { buildProgram } from "../../src/cli/program.ts";
import { sld } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { git, makeRepository } from "../support/project/git.ts";
import { kitSchemas, podSchema } from "../support/project/kit-schemas.ts";
import { describeProgram } from "../support/run/parts.ts";
import { plumblineOnPath, readPipeline } from "../support/project/pipelines.ts";
import { filesBelow, root, textOf } from "../support/project/sources.ts";

const KIT = "examples/gitops";
const files = filesBelow(KIT, /./);
const yamls = ["action.yml", ...files.filter((file) => /\.ya?ml$/.test(file))];

/** Runs a program; what it says when it is not content. */
function complaints(program: string, args: readonly string[], input?: string): string {
  const ran = spawnSync(program, args, { cwd: root, input, encoding: "utf8" });
  const said = `${ran.stdout}${ran.stderr}`.trim();
  return ran.status === 0 ? said : `${program} ended with ${ran.status}: ${said}`;
}

/** Every script that stands in a pipeline. */
const scripts = yamls.flatMap((file) => {
  const found: { file: string; script: string }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const isScript = (key === "run" && typeof inner === "string") || key === "script";
      if (isScript) found.push({ file, script: [inner].flat().join("\n") });
      else visit(inner);
    }
  };
  if (!file.includes("kubernetes")) visit(readPipeline(file));
  return found;
});

describe("forms", () => {
  test("there are files of every sort", () => {
    for (const [pattern] of kitSchemas)
      expect(yamls.filter((file) => pattern.test(file)).length, String(pattern)).toBeGreaterThan(0);
    expect(scripts.length).toBeGreaterThan(8);
  });

  test.for(yamls.filter((file) => kitSchemas.some(([pattern]) => pattern.test(file))))(
    "%s",
    (file) => {
      const schema = kitSchemas.find(([pattern]) => pattern.test(file))?.[1] ?? z.never();
      const parsed = schema.safeParse(readPipeline(file));
      expect(parsed.error === undefined ? "" : z.prettifyError(parsed.error)).toBe("");
    },
  );

  test.for([...new Set(files.map(dirname))])("the README says what is in %s", (folder) => {
    const page = textOf(`${KIT}/README.md`);
    if (folder !== KIT) expect(page).toContain(`\`${folder}/`);
  });

  test.for(yamls.filter((file) => file.includes("/github/")))("%s names this version", (file) => {
    const { version } = JSON.parse(textOf("package.json")) as { version: string };
    const used = [...textOf(file).matchAll(/plumbline\/plumbline@v(\S+)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set([version]));
  });
});

test.for([...files, "README.md", "docs/tutorial.md", "docs/how-to/call-it-from-a-program.md"])(
  "%s names the package of this version",
  (file) => {
    const { version } = JSON.parse(textOf("package.json")) as { version: string };
    for (const [, named] of textOf(file).matchAll(/plumbline-(\d[\w.-]*?)\.tgz/g))
      expect(named).toBe(version);
  },
);

describe("commands and flags", () => {
  const program = buildProgram(() => undefined);
  const flagsOf = (verb: string) =>
    program.commands.find((command) => command.name() === verb)?.options ?? [];
  const known = (verb: string) => flagsOf(verb).map(({ long }) => long);
  // What follows `plumbline` on a line, but for the sentence that comes after a pipe or a semicolon.
  const calls = files.flatMap((file) =>
    [...textOf(file).matchAll(/(?:plumbline(?:\.js)?|args:) \[?([a-z]+)\b([^\n|;`]*)/g)]
      .map(([, verb = "", rest = ""]) => ({ file, verb, rest }))
      .filter(({ verb, rest }) => /--|\$|manifests/.test(rest) || verb === "watch"),
  );

  test("there are some of each", () => {
    expect(new Set(calls.map(({ verb }) => verb))).toEqual(
      new Set(["plan", "apply", "validate", "drift", "watch", "fmt"]),
    );
  });

  test.for(calls)("$file: $verb, $rest", ({ verb, rest }) => {
    expect(program.commands.map((command) => command.name())).toContain(verb);
    for (const [flag] of rest.matchAll(/--[a-z][a-z-]*/g)) expect(known(verb)).toContain(flag);
  });

  test("variables are those of flags, or of credentials", () => {
    const variables = new Set(
      program.commands.flatMap(({ options }) => options.map(({ envVar }) => envVar)),
    );
    const own = ["USER", "PASSWORD", "PASSWORD_FILE", "MANIFESTS", "IMAGE", "GITLAB_TOKEN"];
    for (const file of files)
      for (const [name, word] of textOf(file).matchAll(/\bPLUMBLINE_([A-Z_]+)\b/g))
        if (!own.includes(word ?? "")) expect(variables, file).toContain(name);
  });
});

describe("what starts a pipeline", () => {
  /** Files that a plan may read, of an estate that has everything in its usual place. */
  const read = [
    "plumbline.yaml",
    "manifests/deep/roads.yaml",
    "manifests/roads.sld",
    "overlays/production/roads.yaml",
    "vars/production.yaml",
    "values.yaml",
    "mappings.properties",
    "authority.pem",
  ];

  test.for(["pull-request.yaml", "merge.yaml"])(
    "%s runs for every file that a plan reads",
    (file) => {
      const { on } = readPipeline(`${KIT}/github/${file}`) as {
        readonly on: Readonly<Record<string, { readonly paths: readonly string[] }>>;
      };
      const [{ paths } = { paths: [] }] = Object.values(on);
      for (const one of read)
        expect(
          paths.some((path) => matchesGlob(one, path)),
          one,
        ).toBe(true);
    },
  );

  test("the hook runs for them before a commit", () => {
    const { repos } = readPipeline(`${KIT}/pre-commit/.pre-commit-config.yaml`) as {
      readonly repos: readonly { readonly hooks: readonly { readonly files: string }[] }[];
    };
    const pattern = new RegExp(repos[0]?.hooks[0]?.files ?? "^$");
    for (const one of read) expect(pattern.test(one), one).toBe(true);
  });
});

const YAMLLINT =
  "{extends: default, rules: {document-start: disable, line-length: {max: 180}, truthy: {check-keys: false}}}";

describeProgram("yamllint", "YAML by yamllint", () => {
  test("nothing to say", () => {
    expect(complaints("yamllint", ["--strict", "-d", YAMLLINT, ...yamls])).toBe("");
  });
});

describeProgram("shellcheck", "scripts by shellcheck", () => {
  test("nothing to say", () => {
    expect(
      complaints(
        "shellcheck",
        files.filter((file) => file.endsWith(".sh")),
      ),
    ).toBe("");
    const said = scripts.map(({ file, script }) => {
      const found = complaints("shellcheck", ["--shell=bash", "--severity=warning", "-"], script);
      return found === "" ? "" : `${file}: ${found}`;
    });
    expect(said.filter((text) => text !== "")).toEqual([]);
  });
});

describeProgram("systemd-analyze", "the unit by systemd", () => {
  test("is well formed and confined", () => {
    const unit = textOf(`${KIT}/systemd/plumbline-watch.service`);
    expect(unit).toContain("ExecStart=/usr/bin/node /opt/plumbline/bin/plumbline watch");
    const copy = join(temporaryFolder(), "plumbline-watch.service");
    // Neither program is where the unit expects it on every machine.
    writeFileSync(copy, unit.replace("/usr/bin/node", process.execPath));
    expect(complaints("systemd-analyze", ["verify", copy])).toBe("");
    const rated = ["security", "--offline=yes", "--threshold=15", "--no-pager", copy];
    expect(complaints("systemd-analyze", rated)).toMatch(/Overall exposure level .* OK/);
  });
});

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Record<string, string> };
  readonly data?: Record<string, string>;
  readonly spec?: {
    readonly selector?: { readonly matchLabels: Record<string, string> };
    readonly template?: Template;
    readonly jobTemplate?: { readonly spec: { readonly template: Template } };
  };
}

interface Template {
  readonly metadata: { readonly labels: Record<string, string> };
  readonly spec: z.infer<typeof podSchema>;
}

describeProgram("kubectl", "Kubernetes by kustomize", () => {
  function rendered(): readonly Rendered[] {
    const ran = spawnSync("kubectl", ["kustomize", `${KIT}/kubernetes`], {
      cwd: root,
      encoding: "utf8",
    });
    expect(ran.stderr).toBe("");
    return parseAllDocuments(ran.stdout).map((document) => document.toJS() as Rendered);
  }

  test("pods run as nobody, on a root that nobody can write, with what they mount", () => {
    const objects = rendered();
    const pods = objects.flatMap(
      ({ spec }) => spec?.template ?? spec?.jobTemplate?.spec.template ?? [],
    );
    expect(pods).toHaveLength(2);
    const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    for (const { spec, metadata } of pods) {
      const parsed = podSchema.safeParse(spec);
      expect(parsed.error === undefined ? "" : z.prettifyError(parsed.error)).toBe("");
      expect(metadata.labels["app.kubernetes.io/name"]).toBe("plumbline");
      for (const volume of spec.volumes) {
        if ("configMap" in volume) expect(names).toContain(`ConfigMap/${volume.configMap.name}`);
        if ("secret" in volume) expect(names).toContain(`Secret/${volume.secret.secretName}`);
      }
      const volumes = spec.volumes.map(({ name }) => name);
      for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
        for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
        for (const source of container.envFrom)
          expect(names).toContain(
            "configMapRef" in source
              ? `ConfigMap/${source.configMapRef.name}`
              : `Secret/${source.secretRef.name}`,
          );
      }
    }
  });

  test("the Deployment finds its pods, and its probes the endpoints", () => {
    const watch = rendered().find(({ kind }) => kind === "Deployment")?.spec;
    const labels = watch?.template?.metadata.labels ?? {};
    expect(Object.entries(labels)).toEqual(
      expect.arrayContaining(Object.entries(watch?.selector?.matchLabels ?? { none: "" })),
    );
    const [container] = watch?.template?.spec.containers ?? [];
    const port = container?.ports?.find(({ name }) => name === "http")?.containerPort;
    expect(container?.args.at(-1)).toBe(`0.0.0.0:${port}`);
    expect(container?.livenessProbe?.httpGet.path).toBe("/livez");
    expect(container?.readinessProbe?.httpGet.path).toBe("/readyz");
  });
});

for (const [program, args] of [
  ["opa", ["test", `${KIT}/policy`]],
  ["conftest", ["verify", "--policy", `${KIT}/policy`]],
] as const)
  describeProgram(program, `the policy by ${program}`, () => {
    test("passes its own tests", () => {
      expect(complaints(program, args)).not.toMatch(/ended with/);
    });
  });

describe("the hook", () => {
  const style =
    "apiVersion: plumbline/v1\nkind: Style\nmetadata:\n  name: lakes\nspec:\n  source: ./lakes.sld\n";

  test("looks at what is committed, and refuses what is broken", () => {
    const repository = makeRepository();
    const { folder } = repository;
    const hook = join(folder, ".git/hooks/pre-commit");
    mkdirSync(dirname(hook), { recursive: true });
    cpSync(join(root, KIT, "pre-commit/plumbline-pre-commit.sh"), hook);
    const path = plumblineOnPath();
    const commit = () => {
      const env = {
        ...process.env,
        PATH: `${path}:${process.env["PATH"]}`,
        GIT_CONFIG_GLOBAL: "/dev/null",
      };
      const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
      const args = [...identity, "commit", "--quiet", "--message=change"];
      const ran = spawnSync("git", args, { cwd: folder, env, encoding: "utf8" });
      return { code: ran.status, said: `${ran.stdout}${ran.stderr}` };
    };
    writeFiles(folder, { "README.md": "nothing yet" });
    git(folder, "add", "--all");
    expect(commit(), "nothing to look at").toMatchObject({ code: 0 });
    writeFiles(folder, { "manifests/lakes.yaml": style, "manifests/lakes.sld": sld() });
    git(folder, "add", "manifests/lakes.yaml");
    const refused = commit();
    expect(refused.code).not.toBe(0);
    expect(refused.said).toMatch(/artefact-missing|lakes\.sld/);
    git(folder, "add", "manifests");
    // What lies in the folder meanwhile is nobody's business.
    writeFileSync(join(folder, "manifests/lakes.yaml"), "broken: [");
    expect(commit()).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "manifests/lakes.yaml"), "utf8")).toBe("broken: [");
    expect(existsSync(join(folder, "manifests/lakes.sld"))).toBe(true);
    // An overlay that changes nothing is refused, of whichever target it is.
    writeFiles(folder, {
      "plumbline.yaml":
        "apiVersion: plumbline/v1\nkind: Project\nprune: none\ntargets:\n  a: { overlays: [a] }\n  b: { overlays: [b] }\n",
      "overlays/b/rivers.yaml":
        "apiVersion: plumbline/v1\nkind: Style\nmetadata:\n  name: rivers\nspec:\n  source: ./lakes.sld\n",
    });
    git(folder, "add", "plumbline.yaml", "overlays");
    expect(commit()).toMatchObject({
      code: 1,
      said: expect.stringMatching(/rivers.*\(target b\)/),
    });
  });
});
