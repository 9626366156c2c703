/**
 * The pages that teach: what they show people to type is typed, in order, against a server of its own in
 * a folder that is empty but for that server's, `catalog`. A block with `file=PATH` is written, one of
 * `sh` is run line by line and has to end with 0 (or its last line with `expect=CODE`), and one of `text`
 * holds lines that the block before it has to have said, in order. Blocks without a language are for the
 * reader alone, and those that install, begin a folder, start a server or make an image are run in test/package.
 */
import { spawn } from "node:child_process";
import { chmodSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { sld } from "./support/estates/artefacts.ts";
import { KEYSTORE_PASSWORD, PASSWORD, startCatalog, USER } from "./support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "./support/run/folders.ts";
import { blocksOf, missingLines } from "./support/project/pages.ts";
import { PROGRAMS } from "./support/run/parts.ts";
import { filesBelow, root } from "./support/project/sources.ts";

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** A folder in which `plumbline` is a command. */
function desk(environment: Readonly<Record<string, string>>): {
  readonly folder: string;
  readonly run: (line: string) => Promise<Ran>;
} {
  const folder = temporaryFolder();
  const programs = temporaryFolder();
  const executable = join(root, "bin", "plumbline.js");
  writeFiles(programs, {
    plumbline: `#!/bin/sh\nexec '${process.execPath}' '${executable}' "$@"\n`,
  });
  chmodSync(join(programs, "plumbline"), 0o755);
  const path = `${programs}${delimiter}${process.env["PATH"] ?? ""}`;
  const env = { PATH: path, HOME: folder, NO_COLOR: "1", ...environment };
  const run = (line: string) =>
    new Promise<Ran>((resolve, reject) => {
      const child = spawn("sh", ["-c", line], {
        cwd: folder,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let said = "";
      child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, said }));
    });
  return { folder, run };
}

const project = "apiVersion: plumbline/v1\nkind: Project\nestate: roads\nprune: none\n";
const workspace = "apiVersion: plumbline/v1\nkind: Workspace\nmetadata:\n  name: roads\nspec: {}\n";
const style =
  "apiVersion: plumbline/v1\nkind: Style\nmetadata:\n  name: roads\n  workspace: roads\nspec:\n  source: ./roads.sld\n";

/** What a page takes for granted: files, and commands that were run before. */
const before: Readonly<
  Record<string, { files: Readonly<Record<string, string>>; lines: readonly string[] }>
> = {
  "docs/tutorial.md": { files: {}, lines: [] },
  "docs/how-to/adopt-a-running-server.md": {
    files: {
      "elsewhere/plumbline.yaml": project.replace("roads", "clicked"),
      "elsewhere/a.yaml": workspace,
      "elsewhere/b.yaml": style,
      "elsewhere/roads.sld": sld(),
    },
    // What was clicked belongs to no estate.
    lines: [
      "plumbline apply elsewhere --yes",
      'curl -s -f -u "$PLUMBLINE_USER:$PLUMBLINE_PASSWORD" -X DELETE "$PLUMBLINE_URL/rest/resource/plumbline/clicked"',
    ],
  },
  "docs/how-to/back-up-a-catalog.md": { files: {}, lines: [] },
  "docs/how-to/call-it-from-a-program.md": {
    files: {
      "plumbline.yaml": project,
      "manifests/a.yaml": workspace,
      "manifests/b.yaml": style,
      "manifests/roads.sld": sld(),
    },
    // As it is after the installation that the page begins with.
    lines: [`mkdir node_modules && ln -s '${root}' node_modules/plumbline`],
  },
  "docs/how-to/rotate-the-keystore-password.md": {
    files: { "plumbline.yaml": project },
    lines: [],
  },
  "docs/how-to/change-a-feature-type-set.md": {
    files: {},
    lines: [`cp -R '${join(root, "manifests")}' manifests`],
  },
  "docs/how-to/move-a-catalog.md": { files: {}, lines: [] },
  "docs/how-to/run-in-a-container.md": { files: {}, lines: [] },
  "docs/how-to/several-environments.md": { files: {}, lines: [] },
  "docs/how-to/several-servers.md": { files: {}, lines: [] },
  "docs/how-to/refresh-data.md": {
    files: { "plumbline.yaml": project, "manifests/a.yaml": workspace },
    lines: [],
  },
  "docs/how-to/upgrade.md": {
    files: { "plumbline.yaml": project, "manifests/a.yaml": workspace },
    lines: ["plumbline apply --yes"],
  },
  "docs/how-to/read-a-report.md": {
    files: {
      "plumbline.yaml": project,
      "manifests/a.yaml": workspace,
      "manifests/b.yaml": style,
      "manifests/roads.sld": sld(),
    },
    lines: [],
  },
  "docs/how-to/look-at-maps.md": {
    files: {
      "plumbline.yaml": project,
      "manifests/a.yaml": workspace,
      "manifests/b.yaml": style,
      "manifests/roads.sld": sld(),
    },
    lines: [],
  },
  "docs/how-to/pipelines.md": {
    files: {
      "plumbline.yaml": project,
      "manifests/a.yaml": workspace,
      "manifests/b.yaml": style,
      "manifests/roads.sld": sld(),
    },
    lines: [],
  },
};

/** Words of blocks that are done here before the page begins. */
const elsewhere = ["install", "begin", "serve", "image"];

test("every page that teaches is run", () => {
  const pages = ["docs/tutorial.md", ...filesBelow("docs/how-to", /\.md$/)];
  expect(pages.toSorted()).toEqual(Object.keys(before).toSorted());
});

const [first = "", ...others] = Object.keys(before);

// Shells and processes by the dozen: the tutorial in every run, the other pages with the other programs.
describe.for([
  { pages: [first], lane: {} },
  { pages: others, lane: PROGRAMS },
])("what pages say to type", ({ pages, lane }) => {
  test.for(pages)("%s", { timeout: 120_000, ...lane }, async (page) => {
    const { files, lines } = before[page] ?? { files: {}, lines: [] };
    const catalog = await startCatalog();
    const url = await catalog.app.listen({ host: "127.0.0.1", port: 0 });
    const { folder, run } = desk({
      PLUMBLINE_URL: url,
      PLUMBLINE_USER: USER,
      PLUMBLINE_PASSWORD: PASSWORD,
      KEYSTORE_PASSWORD_OLD: KEYSTORE_PASSWORD,
      KEYSTORE_PASSWORD: "another password for the tests",
    });
    symlinkSync(catalog.folder, join(folder, "catalog"));
    writeFiles(folder, files);
    for (const line of lines) expect(await run(line), line).toMatchObject({ code: 0 });
    let said = "";
    for (const { language, words, text } of blocksOf(page)) {
      const file = words.get("file");
      if (file !== undefined)
        writeFiles(folder, { [file]: text.replaceAll("http://127.0.0.1:8600", url) });
      if (language === "text") expect(missingLines(text, said), said).toEqual([]);
      if (language !== "sh" || elsewhere.some((word) => words.has(word))) continue;
      said = "";
      const typed = text.trim().split("\n");
      for (const [index, line] of typed.entries()) {
        const ran = await run(line);
        said += ran.said;
        const last = index === typed.length - 1 ? Number(words.get("expect") ?? 0) : 0;
        expect(ran.code, `${line}\n${ran.said}`).toBe(last);
      }
    }
  });
});
