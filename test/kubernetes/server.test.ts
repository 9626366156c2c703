/** The server of examples/kubernetes started as its Deployment starts it, with paths and addresses of a test. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reveal } from "../../src/model/secret.ts";
import { KEYSTORE_PASSWORD, PASSWORD } from "../support/servers/catalog.ts";
import { runCli, startServer } from "../support/commands/cli.ts";
import { argumentsOf, clusterOf, podOf } from "./cluster.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { describePostgres, type TestDatabase } from "../support/databases/postgres.ts";

const [container] = podOf("plumbline").containers;
const placeholders = clusterOf("Secret")[0]?.stringData ?? {};

/** What the pod is given, below a folder of the test and at free ports. */
function given(secrets: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const here = (text: string) =>
    text.replace(/(^|=)(\/.*)/, (_all, before: string, path: string) => before + folder + path);
  const mounts = container?.volumeMounts ?? [];
  for (const { mountPath } of mounts) mkdirSync(here(mountPath), { recursive: true });
  for (const [name, text] of Object.entries(secrets))
    writeFileSync(join(folder, "run/plumbline", name), text);
  const variables = container?.env.map(({ name, value }) => [name, here(value)]) ?? [];
  const args = container === undefined ? [] : argumentsOf(container).map(here);
  const local = args
    .map((text) => text.replace("0.0.0.0:9601", "127.0.0.1:0").replace("port=8600", "port=0"))
    .map((text) => text.replace("host=0.0.0.0", "host=127.0.0.1"));
  return { args, local, env: Object.fromEntries(variables) as Record<string, string> };
}

function secretsFor(database: TestDatabase) {
  const { host, port, database: name, user, password, schema } = database.fresh();
  const login = `${user}:${encodeURIComponent(reveal(password))}`;
  return {
    "admin-password": PASSWORD,
    "keystore-password": KEYSTORE_PASSWORD,
    "catalog-url": `postgres://${login}@${host}:${port}/${name}?schema=${schema}`,
  };
}

describePostgres("the server of the example", (database) => {
  test("starts, and answers its probes", async () => {
    const { local, env } = given(secretsFor(database));
    const data = local.find((text) => text.startsWith("--data="))?.slice("--data=".length) ?? "";
    const server = await startServer(data, {
      args: [...local.slice(1), "--log-level=info"],
      env: { ...env, PLUMBLINE_ADMIN_PASSWORD: "" },
    });
    const address = () => /Endpoints at (http:[^\s"]+)/.exec(server.stderr())?.[1];
    await expect.poll(address).toBeDefined();
    const endpoints = address() ?? "";
    for (const probe of [
      container?.startupProbe,
      container?.livenessProbe,
      container?.readinessProbe,
    ]) {
      if (probe === undefined || !("httpGet" in probe)) throw new Error("a probe is missing");
      expect((await fetch(`${endpoints}${probe.httpGet.path}`)).status).toBe(200);
    }
    expect(await server.end()).toBe(0);
  });

  test("does not start with a secret that nobody has changed", async () => {
    const { args, env } = given({
      ...placeholders,
      "catalog-url": secretsFor(database)["catalog-url"],
    });
    const ran = await runCli(
      args.map((text) =>
        text.replace("0.0.0.0:9601", "127.0.0.1:0").replace("port=8600", "port=0"),
      ),
      { env },
    );
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/password .* on 0\.0\.0\.0, which others can reach, it is refused/);
  });
});
