/** The command that looks at map services. */
import type { CommandSpec, FlagsOf } from "./command.ts";
import { cache, selection, server, targets } from "./estate.ts";
import { all, paths, reports } from "./shared.ts";

/** Whether what is declared is served, seen as map users see it. */
export const verify = {
  about: "request maps, features and tiles of what is declared, and show what map users do not get",
  takes: paths,
  flags: {
    ...reports,
    ...server,
    ...targets,
    "--strict": "exit with 1 if something could not be judged",
    ...all,
    ...selection,
    ...cache,
  },
  examples: [
    "plumbline verify manifests/ --url http://localhost:8080/geoserver",
    "plumbline verify manifests/ --only 'Layer/roads:*' --report health.junit.xml",
  ],
} as const satisfies CommandSpec;

/** Flags of `verify`. */
export type VerifyFlags = FlagsOf<typeof verify.flags>;
