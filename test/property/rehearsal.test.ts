/** What a rehearsal foretells is what happens: calls, order, failures, in both dialects. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import type { Prune } from "../../src/reconciler/engine/scope.ts";
import type { DangerName } from "../../src/reconciler/kind.ts";
import { AUTHORIZATION, startCatalog } from "../support/catalog.ts";
import { applyFolder } from "../support/estate.ts";
import { foretellAndApply } from "../support/rehearsals.ts";
import { isProof } from "../support/scale.ts";

const cases = fileURLToPath(new URL("../corpus/cases", import.meta.url));

interface Budget {
  readonly prune?: Prune;
  readonly scope?: readonly string[];
  readonly allow?: readonly DangerName[];
  readonly now?: string;
}

interface Meddling {
  readonly method: "PUT" | "POST" | "DELETE";
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  readonly dialect?: DialectName;
}

function read<Document>(name: string, file: string): Document | undefined {
  const path = join(cases, name, file);
  return existsSync(path) ? (parse(readFileSync(path, "utf8")) as Document) : undefined;
}

describe.for(dialects)("cases of the corpus, %s dialect", (dialect) => {
  const turn = dialects.indexOf(dialect);
  const names = readdirSync(cases).toSorted();
  const own = isProof ? names : names.filter((_name, index) => index % 16 === turn);

  test.for(own)("%s", async (name) => {
    const { app } = await startCatalog({ dialect });
    const { prune = "owned", scope, allow = [], now } = read<Budget>(name, "budget.yaml") ?? {};
    const clock = now === undefined ? {} : { clock: () => Date.parse(now) };
    const options = { prune, allow, ...clock, workspaces: scope };
    await applyFolder(app, join(cases, name, "before"), { ...options, allow: ["catalog-mode"] });
    if (existsSync(join(cases, name, "other")))
      await applyFolder(app, join(cases, name, "other"), { name: "other" });
    for (const one of read<readonly Meddling[]>(name, "live.yaml") ?? []) {
      const { method, path, type = "text/xml", body, dialect: only } = one;
      if (only !== undefined && only !== dialect) continue;
      const headers = { authorization: AUTHORIZATION, "content-type": type };
      const payload = body === undefined ? {} : { payload: body };
      await app.inject({ method, url: `/rest${path}`, headers, ...payload });
    }
    for (const folder of ["after", "before"]) {
      const estate = {
        name: "test",
        paths: [join(cases, name, folder)],
        prune,
        scope: scope === undefined ? undefined : { workspaces: scope },
        allow: new Set(allow),
        ...clock,
      };
      const { rehearsal, foretold, happened } = await foretellAndApply(app, estate);
      expect(rehearsal.run?.notRehearsed).toEqual([]);
      expect(foretold).toEqual(happened);
    }
  });
});
