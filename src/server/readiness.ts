/** Readiness of a server: it is not ending, and its catalog can be read. */
import type { Readiness } from "../endpoints/listen.ts";
import { endpoints as limits } from "../model/limits.ts";
import type { Catalog } from "./catalog/unit-of-work.ts";

/** `lost` is the reason why the server has to end. */
export async function readinessOf(
  catalog: Pick<Catalog, "read">,
  isEnding: boolean,
  lost?: string,
  withinMs: number = limits.readinessMs,
): Promise<Readiness> {
  if (lost !== undefined) return unready("failing", lost);
  if (isEnding)
    return unready("ending", "The server ends; send requests to another one, or when it is back");
  const late = Promise.withResolvers<Readiness>();
  const seconds = withinMs / 1_000;
  const timer = setTimeout(
    () => late.resolve(unready("failing", `The catalog does not answer within ${seconds} s`)),
    withinMs,
  );
  try {
    const read = catalog.read((reader) => reader.revision());
    return await Promise.race([read.then(() => ready), late.promise]);
  } catch (error) {
    return unready("failing", `The catalog cannot be read: ${(error as Error).message}`);
  } finally {
    clearTimeout(timer);
  }
}

const ready: Readiness = { ready: true, state: "ready", reasons: [] };

function unready(state: string, reason: string): Readiness {
  return { ready: false, state, reasons: [reason] };
}
