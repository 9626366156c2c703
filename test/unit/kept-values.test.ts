/** What is kept with its traces, while many ask for it at once. */
import { expect, test } from "vitest";
import { keptValues } from "../../src/server/catalog/kept.ts";
import type { Trace } from "../../src/server/catalog/unit-of-work.ts";

/** A trace that is the same at the revisions at which it was compared, as in PostgreSQL. */
function comparable(): Trace & { readonly compare: (revision: number) => void } {
  let at: number | undefined;
  return {
    characters: 1,
    isAt: (revision) => at === revision,
    compare: (revision) => void (at = revision),
  };
}

test("a value that was read at the same revision does not take the place of one that is asked about", () => {
  const kept = keptValues<string>(100);
  const [first, second, later] = [comparable(), comparable(), comparable()];
  const basis = (revision: number, trace: Trace) => ({ revision, isAt: false, traces: [trace] });
  kept.keep("key", "first", basis(5, first), 10);
  const asked = kept.traces("key");
  kept.keep("key", "second", basis(5, second), 10);
  expect(asked).toEqual([first]);
  first.compare(5);
  expect(kept.at(5, "key")).toBe("first");
  kept.keep("key", "whole", basis(5, second), 20);
  second.compare(5);
  expect(kept.at(5, "key")).toBe("whole");
  kept.keep("key", "later", basis(6, later), 10);
  expect(kept.at(6, "key")).toBeUndefined();
  later.compare(6);
  expect(kept.at(6, "key")).toBe("later");
});
