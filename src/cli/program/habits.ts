/** Words of other tools, and what to type here. Hints and docs/reference.md follow them. */
import type { Command } from "commander";

const BACK = "Go back with Git: check out the commit that plumbline history names, and apply.";
const IMPORT = "plumbline import --out FOLDER writes manifests for what is there.";
const LINT = "plumbline validate checks manifests and the files they name.";
const PAUSE = "plumbline lock --take --reason TEXT stops a watch, plumbline unlock lets it go on.";
const TARGETS = "Servers are targets of plumbline.yaml, and --target NAME chooses one.";
const ACCOUNT =
  "There is no login: PLUMBLINE_USER and PLUMBLINE_PASSWORD are read at each start, or credentials in plumbline.yaml.";
const STATE =
  "No file holds the state: lifecycle: orphan forgets an object, --allow takeover takes one, previousName renames one.";

/** Commands. */
export const commandHabits: Readonly<Record<string, string>> = {
  "api-resources": "plumbline explain lists the kinds.",
  auth: ACCOUNT,
  browse: "plumbline plan --report plan.html writes a page; a server has its console at /console.",
  config: TARGETS,
  delete:
    "plumbline destroy deletes what an estate owns; an object goes when no manifest declares it.",
  deploy: "plumbline apply does that.",
  dump: IMPORT,
  edit: "Change the manifest and apply; import --accept ADDRESS takes a change of the server into it.",
  events: "plumbline history lists what was done; a watch reports to webhooks.",
  export: IMPORT,
  extension: "There are no extensions; -o json is for programs, and the library for Node.",
  file: LINT,
  "force-unlock": "plumbline unlock --force ID does that; plumbline lock shows the id.",
  lint: LINT,
  login: ACCOUNT,
  ping: "plumbline doctor does that.",
  reconcile:
    "plumbline apply does that once, plumbline watch again and again; POST /reconcile asks a watch for it.",
  refresh: "Nothing is kept that could be stale; plumbline drift shows what changed.",
  resume: PAUSE,
  rollback: BACK,
  rollout: BACK,
  server: "plumbline serve starts the included server.",
  state: STATE,
  suspend: PAUSE,
  sync: "plumbline apply --prune owned does that.",
  taint: "plumbline apply --replace ADDRESS does that.",
  test: "plumbline rehearse tries a plan on a copy.",
  tree: "plumbline graph does that.",
  undo: BACK,
  workspace: TARGETS,
};

/** A flag of other tools: how it is spelled, and what there is here. */
interface FlagHabit {
  readonly flags: readonly string[];
  readonly says: string;
  /** The flag that a command has to have. */
  readonly of?: string;
}

/** Flags; the first of a command counts. */
export const flagHabits: readonly FlagHabit[] = [
  {
    flags: ["-y", "--yes", "--auto-approve", "-auto-approve", "--assume-yes"],
    of: "--confirm",
    says: "It is confirmed by the name of the estate: --confirm NAME.",
  },
  {
    flags: ["-y", "--auto-approve", "-auto-approve", "--assume-yes"],
    of: "--yes",
    says: "It is called --yes.",
  },
  {
    flags: ["-y", "--auto-approve", "-auto-approve", "--assume-yes"],
    says: "Nothing is asked here; leave it out.",
  },
  { flags: ["--json", "-json"], of: "--output", says: "It is called -o json." },
  { flags: ["--jq"], of: "--output", says: "Give -o json, and pipe it to jq." },
  { flags: ["-target"], of: "--only", says: "Objects are chosen with --only ADDRESS." },
  { flags: ["-target", "--context"], of: "--target", says: "It is called --target NAME." },
  {
    flags: ["--dry-run", "-dry-run"],
    says: "plumbline plan shows what apply would do, and plumbline rehearse tries it on a copy.",
  },
  { flags: ["--refresh-only", "-refresh-only"], says: "plumbline drift does that." },
  { flags: ["--destroy", "-destroy"], says: "plumbline destroy does that." },
  { flags: ["--force"], says: "Dangers are accepted by their names, with --allow." },
  {
    flags: ["--parallelism", "-parallelism"],
    of: "--parallel-writes",
    says: "It is called --parallel-writes.",
  },
  {
    flags: ["--parallelism", "-parallelism"],
    says: "Reads run at once; limits.connections of plumbline.yaml bounds them.",
  },
  { flags: ["--select-tag"], of: "--selector", says: "It is called -l NAME=VALUE." },
  {
    flags: ["-l", "--selector"],
    says: "Labels are in manifests: plan, apply and status choose by them, and get by addresses.",
  },
  {
    flags: ["-input", "--input", "--no-input"],
    says: "Nobody is asked where no terminal is; --yes answers ahead where a command asks.",
  },
  { flags: ["--recursive", "-R"], of: "--file", says: "Folders are read with all below them." },
  {
    flags: ["-n", "--namespace"],
    says: "Workspaces are parts of addresses: Style/WORKSPACE:NAME, 'Style/WORKSPACE:*'.",
  },
  { flags: ["-A", "--all-namespaces"], says: "All workspaces are meant; leave it out." },
  {
    flags: ["-w", "--watch"],
    says: "No output is followed: run it again. plumbline watch keeps a catalog as declared.",
  },
];

/** What there is not, with the reason; for the reference page. */
export const notThere: Readonly<Record<string, string>> = {
  "npx, brew, apt, docker pull":
    "No registry has a release yet; `npm pack` makes the package, and the container is built from it (docs/how-to/run-in-a-container.md).",
  "gh auth login":
    "A stored login would be a second place for secrets; they stay in the environment, in files that variables name, or behind a command.",
  "gh extensions":
    "Programs call the library or read `-o json`; a command of another party would run with your secrets.",
  "terraform state mv, state rm":
    "The manifests say it, so that a review sees it: `metadata.previousName` renames, `lifecycle: orphan` forgets, `--allow takeover` takes over.",
  "kubectl get -w, flux get --watch":
    "A stock server tells of no change, so a command could only ask again and again; `plumbline watch` does that and reports what it finds.",
  "kubectl rollout undo":
    "A catalog put back alone would differ from Git, and the next apply would undo it; `plumbline history` prints the Git command of each run.",
  "flux get sources, get alerts":
    "A watch has one source, and the project file its webhooks; `plumbline history` names the commits, the page of a watch and `/status.json` how both fare.",
  "flux suspend":
    "It is the lock of the estate, with a reason and an end: `plumbline lock --take`.",
};

/** The hint for a command of another tool. */
export function commandHabit(name: string): string | undefined {
  return Object.hasOwn(commandHabits, name) ? commandHabits[name] : undefined;
}

/** The hint for a flag of another tool, with or without a value. */
export function flagHabit(typed: string, command: Command): string | undefined {
  const [flag = ""] = typed.split("=", 1);
  const has = (long: string) => command.options.some((option) => option.long === long);
  const found = flagHabits.find(({ flags, of }) => flags.includes(flag) && (!of || has(of)));
  if (found !== undefined) return found.says;
  return isLongWithOneDash(flag, has) ? `Flags have two dashes: -${typed}.` : undefined;
}

/** Words that one-letter flags would take for their values. */
export function wronglyDashed(words: readonly string[], command: Command): string | undefined {
  const has = (long: string) => command.options.some((option) => option.long === long);
  const isMeant = (flag: string) =>
    isLongWithOneDash(flag, has) ||
    (flag.length > 2 && flagHabits.some(({ flags }) => flags.includes(flag)));
  const end = words.indexOf("--");
  return words
    .slice(0, end === -1 ? words.length : end)
    .find((word) => /^-[a-z]/i.test(word) && isMeant(word.split("=", 1)[0] ?? ""));
}

function isLongWithOneDash(flag: string, has: (long: string) => boolean): boolean {
  return /^-[a-z]{2}/i.test(flag) && has(`-${flag}`);
}
