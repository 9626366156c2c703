/**
 * What can happen to a folder of manifests that is read at the wrong moment or from a bad mount. An
 * estate lies in two folders, `base/` and `mount/`; every damage concerns the second one.
 */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { writeFiles } from "../run/folders.ts";

/** Where an estate lies, and the artefact of it that is damaged. */
export interface Victim {
  readonly root: string;
  readonly mount: string;
  /** The manifests in `mount/`. */
  readonly own: string;
  readonly artefact: string;
}

/** A damage, and what a user is reported of it. */
export interface Damage {
  readonly name: string;
  readonly inflict: (victim: Victim) => void | Promise<void>;
  /** Done when the command has planned and is about to plan again. */
  readonly meanwhile?: (victim: Victim) => void;
  readonly told: RegExp;
  /** Whether it goes on while the command waits for a file: then the command is a process of its own. */
  readonly needsProcess?: true;
}

const empty = ({ mount }: Victim) => {
  rmSync(mount, { recursive: true });
  mkdirSync(mount);
};

const rewrite = (file: string, change: (text: string) => string | Uint8Array) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));

/** The kernel refuses to read this file, no matter who asks. */
const UNREADABLE = "/proc/self/mem";

const POINTER = [
  "version https://git-lfs.github.com/spec/v1",
  `oid sha256:${"4d".repeat(32)}`,
  "size 12345",
  "",
].join("\n");

/** Takes the manifests away once the command has listed them and reads the first one of them. */
async function vanish({ root, own }: Victim): Promise<void> {
  const first = join(root, "base", "base.yaml");
  const text = readFileSync(first);
  const pipe = join(root, "pipe");
  rmSync(first);
  execFileSync("mkfifo", [pipe]);
  symlinkSync(pipe, first);
  const handle = await open(pipe, "w");
  rmSync(own);
  await handle.writeFile(text);
  await handle.close();
}

/** Every damage. */
export const damages: readonly Damage[] = [
  {
    name: "no directory",
    inflict: ({ mount }) => rmSync(mount, { recursive: true }),
    told: /mount: error: There is no .*mount \[file-unreadable\]/,
  },
  {
    name: "an empty directory, as of a volume that is not mounted",
    inflict: empty,
    told: /There are no manifests under .*mount \[no-manifests\]/,
  },
  {
    name: "no manifest among the files",
    inflict: (victim) => {
      empty(victim);
      writeFiles(victim.mount, { "README.md": "# Nothing here\n" });
    },
    told: /There are no manifests under .*mount \[no-manifests\]/,
  },
  {
    name: "a file of no bytes",
    inflict: ({ own }) => truncateSync(own),
    told: /own\.yaml: error: .*own\.yaml is empty \[manifest-empty\]/,
  },
  {
    name: "a file that is cut off",
    inflict: ({ own }) => rewrite(own, (text) => text.slice(0, text.indexOf("metadata:") + 12)),
    told: /own\.yaml:\d+:\d+: error: .* \[yaml-syntax\]/,
  },
  {
    name: "a wrong indentation",
    inflict: ({ own }) => rewrite(own, (text) => text.replace("\nmetadata:", "\n   metadata:")),
    told: /own\.yaml:\d+:\d+: error: .* \[yaml-syntax\]/,
  },
  {
    name: "a file that may not be read",
    inflict: ({ own }) => {
      chmodSync(own, 0);
      if (process.getuid?.() !== 0) return;
      rmSync(own);
      symlinkSync(UNREADABLE, own);
    },
    told: /own\.yaml: error: .*own\.yaml cannot be read \((?:EACCES|EIO|EPERM)\) \[file-unreadable\]/,
  },
  {
    name: "a link that leads to itself",
    inflict: ({ own }) => {
      rmSync(own);
      symlinkSync(own, own);
    },
    told: /own\.yaml: error: .*own\.yaml cannot be read \(ELOOP\) \[file-unreadable\]/,
  },
  {
    name: "a folder that leads back to itself",
    inflict: ({ mount, own }) => {
      rmSync(own);
      symlinkSync(mount, join(mount, "again"));
    },
    told: /again: error: .*again cannot be read \(ELOOP\) \[file-unreadable\]/,
  },
  {
    name: "one name twice",
    inflict: ({ mount, own }) =>
      writeFileSync(join(mount, "copy.yaml"), readFileSync(own, "utf8").split("---\n")[0] ?? ""),
    told: /own\.yaml:\d+:\d+: error: \w+\/.* is declared twice; .*copy\.yaml:\d+:\d+ \[duplicate-address\]/,
  },
  {
    name: "a project file that names what is not there",
    inflict: ({ root }) =>
      appendFileSync(
        join(root, "plumbline.yaml"),
        "appSchemaProperties: ./overlays/production.properties\n",
      ),
    told: /plumbline\.yaml:\d+:1: error: .*production\.properties cannot be read \(ENOENT\)/,
  },
  {
    name: "a missing artefact",
    inflict: ({ artefact }) => rmSync(artefact),
    told: /\.(?:yaml:\d+:\d+|appschema:\d+): error: /,
  },
  {
    name: "a pointer of Git LFS in the place of an artefact",
    inflict: ({ artefact }) => writeFileSync(artefact, POINTER),
    told: /own\.yaml:\d+:\d+: error: .* is a Git LFS pointer, not the file itself \[not-fetched\]/,
  },
  {
    name: "a submodule that was not fetched",
    inflict: (victim) => {
      empty(victim);
      writeFileSync(join(victim.mount, ".git"), "gitdir: ../.git/modules/mount\n");
    },
    told: /mount: error: .*mount is an empty Git submodule \[not-fetched\]/,
  },
  {
    name: "a submodule that Git never looked into",
    inflict: (victim) => {
      empty(victim);
      mkdirSync(join(victim.root, ".git"));
      writeFileSync(
        join(victim.root, ".gitmodules"),
        '[submodule "mount"]\n\tpath = mount\n\turl = https://example.org/mount.git\n',
      );
    },
    told: /\.gitmodules:2:1: error: .*mount is an empty Git submodule \[not-fetched\]/,
  },
  {
    name: "a checkout that is going on",
    inflict: ({ root, own }) => {
      mkdirSync(join(root, ".git"));
      writeFileSync(join(root, ".git", "index.lock"), "");
      rmSync(own);
    },
    told: /index\.lock: error: Git is changing the files: .* \[checkout-unfinished\]/,
  },
  {
    name: "a merge that is not resolved",
    inflict: ({ own }) => rewrite(own, (text) => `<<<<<<< HEAD\n${text}=======\n>>>>>>> theirs\n`),
    told: /own\.yaml:1:1: error: .*own\.yaml holds an unresolved merge conflict \[merge-conflict\]/,
  },
  {
    name: "UTF-16",
    inflict: ({ own }) => rewrite(own, (text) => Buffer.from(`\ufeff${text}`, "utf16le")),
    told: /own\.yaml: error: The file is not UTF-8 \[yaml-syntax\]/,
  },
  {
    name: "a file that vanishes between being listed and being read",
    inflict: vanish,
    needsProcess: true,
    told: /own\.yaml: error: There is no .*own\.yaml \[file-unreadable\]/,
  },
  {
    name: "a file that vanishes while the plan is made",
    inflict: ({ mount, own }) => {
      writeFileSync(join(mount, "more.yaml"), readFileSync(own));
      rewrite(own, () => "# nothing for the moment\n");
      const documents = readFileSync(join(mount, "more.yaml"), "utf8").split("---\n");
      writeFileSync(join(mount, "more.yaml"), documents.slice(1).join("---\n"));
    },
    meanwhile: ({ mount }) => rmSync(join(mount, "more.yaml")),
    told: /error: The manifests, or files they name, have changed[\s\S]*\[manifests-changed\]/,
  },
];
