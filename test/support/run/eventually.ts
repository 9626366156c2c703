/** Waiting for what comes about by itself, as long as a busy machine takes; an assertion that holds ends it. */
import { vi } from "vitest";

/** Repeats a check until it holds; after 20 s it fails as the check does. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000 });
}
