/**
 * Proxies that weaken ETags, mark them as compressed, leave them out or make others: what is meant is found where the
 * server is the included one, and where a condition fails for them that is not told as a change of somebody else.
 */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { sld } from "../support/estates/artefacts.ts";
import { listenCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { oneByFile, slice } from "../support/run/scale.ts";
import { project, style } from "./support.ts";

type Alter = (etag: string) => string | undefined;

const altering =
  (alter: Alter) =>
  ({ etag, ...headers }: IncomingHttpHeaders): OutgoingHttpHeaders => {
    const altered = etag && alter(etag);
    return altered === undefined ? headers : { ...headers, etag: altered };
  };

/** What proxies make of an ETag. */
const told: Readonly<Record<string, Alter>> = {
  "weaken them": (etag) => `W/${etag}`,
  "mark them as compressed": (etag) => etag.replace(/"$/, '-gzip"'),
  "leave them out": () => undefined,
  "weaken and mark them": (etag) => `W/${etag.replace(/"$/, '--gzip"')}`,
  "mark them behind the quote": (etag) => `${etag}-br`,
  "mark them with a semicolon": (etag) => etag.replace(/"$/, ';gzip"'),
  "leave out the quotes": (etag) => etag.replaceAll('"', ""),
  "make weak ones of their own": () => 'W/"5f3e-18c"',
};

function estate(title: string, colour: string): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project("estate: etags\nprune: owned\nallow: [public-access, over-limit]"),
    "w.yaml": manifest("Workspace", { name: "w" }, { namespace: `http://${title}.example` }),
    "settings.yaml": manifest("Settings", { name: "global" }, { contact: { city: title } }),
    "a.yaml": style("a"),
    "a.sld": sld({ colour }),
    "rules.yaml": manifest(
      "AccessRules",
      { name: "rules" },
      {
        domain: "layers",
        mode: "exclusive",
        scope: ["w.*"],
        rules: { "w.*.r": [title === "one" ? "ADMIN" : "GROUP_ADMIN"] },
      },
    ),
  });
  return folder;
}

const run = (command: string, folder: string, url: string) =>
  runHere([command, folder, ...(command === "apply" ? ["--yes"] : ["--detailed-exitcode"])], {
    url,
  });

describe.for(oneByFile(import.meta.url, dialects))("%s dialect, proxies that", (dialect) => {
  test.for(slice(Object.entries(told), { test: 3 }))("%s", async ([, alter]) => {
    const url = await startProxy(await listenCatalog(dialect), () => undefined, altering(alter));
    for (const folder of [estate("one", "#000001"), estate("two", "#000002")]) {
      const applied = await run("apply", folder, url);
      expect(applied.code, applied.stdout + applied.stderr).toBe(0);
      expect(applied.stdout + applied.stderr).not.toMatch(/others|somebody/);
      const planned = await run("plan", folder, url);
      expect(planned.code, planned.stdout + planned.stderr).toBe(0);
    }
  });

  test("make others", async () => {
    let isOn = false;
    const alter: Alter = (etag) => (isOn ? '"5f3e-18c"' : etag);
    const url = await startProxy(await listenCatalog(dialect), () => undefined, altering(alter));
    expect(await run("apply", estate("one", "#000001"), url)).toMatchObject({ code: 0 });
    isOn = true;
    const refused = await run("apply", estate("two", "#000002"), url);
    expect(refused.code).toBe(6);
    expect(refused.stdout + refused.stderr).toMatch(
      /412[\s\S]*changes ETags[\s\S]*DeflateAlterETag/,
    );
    expect(refused.stdout + refused.stderr).not.toMatch(/others|somebody else/);
  });

  test("answer conditions by themselves", async () => {
    const url = await startProxy(await listenCatalog(dialect), ({ headers }) =>
      headers["if-match"] === undefined && headers["if-none-match"] === undefined
        ? undefined
        : { status: 412 },
    );
    const refused = await run("apply", estate("one", "#000001"), url);
    expect(refused.code).toBe(5);
    expect(refused.stdout + refused.stderr).toMatch(/lock\.json[\s\S]*changes ETags/);
    expect(refused.stdout + refused.stderr).not.toMatch(/others|somebody else/);
  });
});
