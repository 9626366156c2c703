/** The start page: counts, latest changes and faults. */
import { isOwnState, readChanges, timeText } from "./changes.ts";
import { element, later, section, table, type Child } from "./element.ts";
import { changesTable } from "./history.ts";
import { itemsIn } from "./lists.ts";
import { estatesIn, failedRuns, type FailedRun } from "./owners.ts";
import { readable, readEach, type Rest } from "./reading.ts";
import { objectAddress } from "./routes.ts";
import type { User } from "./session.ts";

/** Displayed changes. */
const LATEST = 10;

export async function startView({ rest, user }: { readonly rest: Rest; readonly user: User }) {
  const shown: readonly Child[] = [
    element("h1", {}, "Catalog"),
    element(
      "p",
      {},
      "Choose an object in the tree, or search for it by its name. Nothing is changed here.",
    ),
    section("Objects", later(counts(rest, user))),
    section("Faults", later(faults(rest, user))),
    ...(user.administrates ? [section("Latest changes", later(latest(rest)))] : []),
  ];
  return shown;
}

const counted = [
  ["Workspaces", "rest/workspaces"],
  ["Layers", "rest/layers"],
  ["Layer groups of no workspace", "rest/layergroups"],
  ["Styles of no workspace", "rest/styles"],
] as const;

async function counts(rest: Rest, { administrates }: User): Promise<HTMLElement> {
  const rows = await readEach(counted, async ([label, path]) => {
    const list = await readable(rest.json(`${path}.json`));
    const link = element("a", { href: objectAddress(path) }, label);
    return [link, list === undefined ? "not readable" : String(itemsIn(list).length)] as const;
  });
  const estates = administrates ? [["Estates", String((await estatesIn(rest)).length)]] : [];
  return table("What the catalog holds", ["Kind", "Count"], [...rows, ...estates]);
}

interface Part {
  readonly name?: string;
  readonly isAvailable?: boolean | string;
  readonly message?: string;
}

/** Parts of the server that are not available, and runs of estates that did not end as planned. */
async function faults(rest: Rest, { administrates }: User): Promise<HTMLElement> {
  const parts = itemsIn(await readable(rest.json("rest/about/status.json"))) as readonly Part[];
  const away = parts
    .filter(({ isAvailable = true }) => String(isAvailable) === "false")
    .map(({ name = "", message = "" }) => `${name} is not available. ${message}`);
  const runs = (administrates ? await failedRuns(rest) : []).map(runText);
  const found = [...away, ...runs].map((text) => element("li", {}, text));
  if (found.length > 0) return element("ul", {}, ...found);
  const alsoRuns = administrates ? ", and the last run of each estate ended as planned" : "";
  return element("p", {}, `Every part of the server is available${alsoRuns}.`);
}

function runText({ estate, started, result, failures: [first] }: FailedRun): string {
  const word = result === "partial" ? "was applied in part" : `was ${result}`;
  const why = first === undefined ? "." : `: ${first.summary}: ${first.message}`;
  return `The last run of estate ${estate}, at ${timeText(started)}, ${word}${why}`;
}

async function latest(rest: Rest): Promise<HTMLElement> {
  const { changes } = await readChanges(rest);
  const shown = changes.filter((change) => !isOwnState(change)).slice(0, LATEST);
  if (shown.length === 0) return element("p", {}, "There are none yet.");
  return changesTable(shown, "The latest changes");
}
