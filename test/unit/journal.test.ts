/** The journal of a run, which lies on the server: what is read of it is only what a run writes. */
import { describe, expect, test } from "vitest";
import { parseJournal, renderJournal } from "../../src/reconciler/inventory/journal.ts";

const closing = (path: string) => ({
  effects: [],
  closing: [{ summary: "read again", request: { method: "POST", path } as const }],
  temporary: [],
});
const written = (path: string) => renderJournal(closing(path), "test");

describe("requests that come last", () => {
  test.for(["/reset", "/reload", "/gwc/rest/reload"])("%s is read as it was written", (path) => {
    expect(parseJournal(written(path), "test")).toEqual(closing(path));
  });

  test.for(["/security/usergroup/users", "/reload/", "/styles?name=a", "/reset/../settings"])(
    "%s is none: whoever can write the journal sends nothing else in the name of a run",
    (path) => {
      expect(() => parseJournal(written(path), "test")).toThrow(
        `closing.0.request.path: is "${path}"; a run sends /reset, /reload or /gwc/rest/reload last`,
      );
    },
  );
});
