/** Cases whose manifests cannot be planned: the faults are the golden text, and nothing is written. */
import { relative } from "node:path";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { applyFolder, type EstateOptions } from "../support/estates/estate.ts";

/** What is wrong, a line each, with places in the folder. */
export async function tellFaults(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions,
): Promise<string> {
  const { planned, writes, bookkeeping } = await applyFolder(app, folder, options);
  expect([...writes, ...bookkeeping]).toEqual([]);
  const errors = planned.diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.length).toBeGreaterThan(0);
  const lines = errors.map(({ code, message, where }) => {
    const place = where && `${relative(folder, where.file)}:${where.line}:${where.column}`;
    return `${place}: ${message} [${code}]\n`;
  });
  return lines.join("");
}
