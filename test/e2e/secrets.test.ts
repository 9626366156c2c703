/**
 * Passwords of accounts and of the keystore are in nothing that the commands say, write down or make
 * the server say, whether they work or fail.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AUTHORIZATION, KEYSTORE_PASSWORD } from "../support/catalog.ts";
import { runCli, startServer } from "../support/cli.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { isProof } from "../support/scale.ts";
import { sendRaw } from "../support/http.ts";

const CANARIES = {
  OLD: "canary-zinc <quarries> & one",
  NEW: "canary-lead <harbours> & two",
  ANN: "canary-iron <lanterns> & six",
  WRONG: "canary-gold <orchards> & ten",
};

const keystore = (current: string, next: string) =>
  `apiVersion: plumbline/v1\nkind: KeystorePassword\nmetadata: { name: keystore }\nspec: { current: { fromEnv: ${current} }, new: { fromEnv: ${next} } }\n`;

const user = (password: string, groups: string) =>
  `apiVersion: plumbline/v1\nkind: User\nmetadata: { name: ann }\nspec: { password: { fromEnv: ${password} }, groups: [${groups}], roles: [GROUP_ADMIN] }\n`;

test("nothing that is said or written down holds one", async () => {
  const server = await startServer(temporaryFolder(), {
    args: ["--log-level", "debug"],
    env: { PLUMBLINE_MASTER_PASSWORD: CANARIES.OLD },
  });
  const said: string[] = [];
  const run = async (folder: string, ...args: readonly string[]) => {
    for (const output of isProof || args[0] === "plan" ? ["text", "json"] : ["text"]) {
      const [command = "", ...flags] = args;
      const shown = command === "validate" ? [] : ["-o", output];
      const options = { url: server.url, env: CANARIES };
      const ran = await runCli([command, folder, ...shown, ...flags], options);
      said.push(ran.stdout, ran.stderr);
      if (output === "text") said.push(`\n${command} ended with ${ran.code}\n`);
    }
  };
  const folder = temporaryFolder();
  const project =
    "apiVersion: plumbline/v1\nkind: Project\nestate: canaries\ninventory: local\nprune: none\nallow: [keystore]\n";
  writeFiles(folder, {
    "plumbline.yaml": project,
    "k.yaml": keystore("OLD", "NEW"),
    "u.yaml": user("ANN", ""),
  });
  await run(folder, "validate");
  await run(folder, "plan");
  await run(folder, "apply", "--yes");
  await run(folder, "drift");
  const inventory = readFileSync(join(folder, ".plumbline/canaries/inventory.json"), "utf8");
  // What fails: neither password is in force, a group is not there, a variable is not set.
  writeFiles(folder, { "k.yaml": keystore("WRONG", "OLD"), "u.yaml": user("WRONG", "nobody") });
  await run(folder, "plan");
  await run(folder, "apply", "--yes");
  writeFiles(folder, { "k.yaml": keystore("NONE", "OLD") });
  await run(folder, "validate");
  const headers = { authorization: AUTHORIZATION };
  const path = "/rest/plumbline/audit?limit=1000";
  const audit = await sendRaw(server.url, { method: "GET", path, headers });
  await server.end();
  const text = said.join("");
  for (const word of [
    "validate ended with 0",
    "plan ended with 0",
    "apply ended with 0",
    "plan ended with 1",
  ])
    expect(text).toContain(word);
  expect(text).toMatch(/keystore-unknown/);
  expect(inventory).toMatch(/KeystorePassword\/keystore[\s\S]*User\/ann/);
  const everything = [text, inventory, audit.body.toString(), server.stderr()].join("\n");
  for (const word of [...Object.values(CANARIES), "canary", KEYSTORE_PASSWORD])
    expect(everything).not.toContain(word);
  for (const word of Object.values(CANARIES)) {
    const encoded = Buffer.from(word).toString("base64").slice(0, -4);
    expect(everything).not.toContain(encoded);
  }
}, 120_000);
