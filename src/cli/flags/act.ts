/** The commands that act on a server beside plans: its lock, and operations. */
import { InvalidArgumentError } from "commander";
import { documentDatabase as limits, tileTasks } from "../../model/limits.ts";
import type { OperationVerb } from "../../reconciler/operations/table.ts";
import type { CommandSpec, FlagsOf } from "./command.ts";
import { selection, server } from "./estate.ts";
import { lockTimeout, many, output, parseDuration, parseNumber, paths } from "./shared.ts";

/** The commands beside plans. */
export const acting = {
  operation: {
    about:
      "have the server do something with data, caches or tiles that is not state: no manifest declares it, and no plan waits for it",
    takes: {
      "<verb>": {
        about: "what to do",
        choices: [
          "clean-schemas",
          "rebuild-schemas",
          "recalculate",
          "reset",
          "seed",
          "truncate",
        ] satisfies OperationVerb[],
      },
      "[addresses...]":
        "objects such as FeatureType/roads:ways; with * or a flag that selects, those that the manifests declare",
    },
    flags: {
      ...output,
      ...server,
      ...selection,
      "--whole-server": "reset: what the server keeps of all stores, instead of objects",
      "--grid-set <name>": many(
        "seed, truncate: a grid set of the tile layer; repeatable; all by default",
      ),
      "--zoom <levels>": {
        about: "seed, truncate: levels, such as 0-12",
        parse: parseLevels,
      },
      "--format <type>": many(
        "seed, truncate: a format of the tile layer; repeatable; all by default",
      ),
      "--threads <number>": {
        about: "seed: threads of a task; 1 by default",
        parse: parseNumber(1, tileTasks.threads),
      },
      "--reseed": "seed: also draw tiles that are there",
      "--stop": "seed: end what runs for the layer",
      "--no-wait": "seed, truncate: do not watch what was started",
      "--internal-store <id>": "schemas: one document database of the store; all by default",
      "--ids <ids>": {
        about: "rebuild-schemas: object ids of documents to read first, separated by commas",
        parse: (text) => text.split(",").map((one) => one.trim()),
      },
      "--max <number>": {
        about: "rebuild-schemas: maximum number of documents to read",
        parse: parseNumber(1, limits.max),
      },
      "--yes": "do not ask",
      ...lockTimeout,
    },
    notes: [
      "recalculate: the server computes the bounds of feature types and coverages again",
      "reset: it drops what it keeps of stores, feature types and coverages",
      "seed: it begins to draw tiles; an interrupt ends the watching only, --stop the drawing",
      "truncate: it removes tiles, all of a layer or those of levels, grid sets and formats",
      "clean-schemas, rebuild-schemas: document databases of app-schema stores",
    ].join("\n"),
    examples: [
      "plumbline operation recalculate FeatureType/roads:ways --yes",
      "plumbline operation reset --only 'DataStore/roads:*'",
      "plumbline operation seed roads:ways --grid-set EPSG:900913 --zoom 0-12 --yes",
      "plumbline operation seed roads:ways --stop",
      "plumbline operation truncate roads:ways",
      "plumbline operation rebuild-schemas geology:boreholes --max 1000",
    ],
  },
  lock: {
    about: "show who holds the lock of the estate, or take it manually to prevent writes",
    takes: paths,
    flags: {
      ...output,
      ...server,
      "--take": "take the lock; requires --reason",
      "--reason <text>": "shown to others while the lock is held",
      "--for <time>": {
        about:
          "how long the lock is held unless plumbline unlock ends it, such as 30m or 2h; 1h by default",
        parse: parseDuration,
      },
    },
    examples: [
      "plumbline lock",
      'plumbline lock --take --reason "storage is being moved" --for 2h',
    ],
  },
  unlock: {
    about: "remove the lock of a run that has certainly ended",
    takes: paths,
    flags: {
      ...output,
      ...server,
      "--force <id>": { about: "id of the lock, as shown by apply", isRequired: true },
    },
    examples: ["plumbline unlock --force 0b5d7a52-6f5e-4d0f-9a3c-2f6f0d6f4a11"],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

/** Flags of `operation`. */
export type OperationFlags = FlagsOf<typeof acting.operation.flags>;

/** Flags of `lock`. */
export type LockFlags = FlagsOf<typeof acting.lock.flags>;

/** Flags of `unlock`. */
export type UnlockFlags = FlagsOf<typeof acting.unlock.flags>;

/** `5` or `0-12`. */
function parseLevels(text: string): readonly [number, number] {
  const [, first = "", last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  const levels = [Number(first), Number(last)] as const;
  if (first !== "" && levels[0] <= levels[1]) return levels;
  throw new InvalidArgumentError(
    "It must be a level or two, the lower one first, for example 0-12.",
  );
}
