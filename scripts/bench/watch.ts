/** Delay of watch mode: from the save of a file to the server having what it says. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { benchArguments } from "./arguments.ts";
import { startServer } from "./processes.ts";
import { noteRow } from "./row.ts";

const STYLES = 50;

function sld(colour: string): string {
  return `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>l</Name><UserStyle><FeatureTypeStyle><Rule><LineSymbolizer><Stroke><CssParameter name="stroke">${colour}</CssParameter></Stroke></LineSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
}

/** Saves files of an estate of 50 styles one after the other and reports the delays. */
export async function benchWatch(cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny } = benchArguments(args);
  const saves = sizes[0] ?? (isTiny ? 2 : 40);
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-watch-"));
  const folder = join(scratch, "manifests");
  mkdirSync(folder);
  for (let index = 0; index < STYLES; index++) {
    const text = `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: s${index} }\nspec: { source: ./s${index}.sld }\n`;
    writeFileSync(join(folder, `s${index}.yaml`), text);
    writeFileSync(join(folder, `s${index}.sld`), sld("#000000"));
  }
  const server = await startServer(cli, join(scratch, "data"));
  const watch = spawn(process.execPath, [cli, "watch", folder, "-o", "json"], {
    env: { ...process.env, ...server.env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let applied = Promise.withResolvers<void>();
  createInterface({ input: watch.stdout }).on("line", (line) => {
    const { type, result } = JSON.parse(line) as { type: string; result?: string };
    if (type === "pass" && result === "applied") applied.resolve();
  });
  await applied.promise;
  const delays: number[] = [];
  for (let save = 0; save < saves; save++) {
    await pause(500);
    applied = Promise.withResolvers();
    const colour = `#${(save + 1).toString(16).padStart(6, "0")}`;
    const started = performance.now();
    writeFileSync(join(folder, `s${save % STYLES}.sld`), sld(colour));
    await applied.promise;
    delays.push(performance.now() - started);
  }
  watch.kill();
  await server.end();
  rmSync(scratch, { recursive: true });
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => `${Math.round(sorted[Math.floor(share * saves)] ?? 0)} ms`;
  const what = `save to applied, ${saves} saves in ${STYLES} styles`;
  const figure = `median ${at(0.5)}, 90 % within ${at(0.9)}, longest ${at(1 - 1 / saves)}`;
  console.log(`${what}: ${figure}`);
  noteRow({ what, figure });
}
