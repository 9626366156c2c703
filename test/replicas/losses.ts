/** Commits that are lost: how a test makes one, and what a client may be told of it. */
import { expect } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import type { CutLine } from "../support/databases/cut-line.ts";
import type { RawResponse } from "../support/servers/http.ts";
import type { Client } from "../support/mosaics/mosaics.ts";
import type { Execute } from "../support/databases/postgres.ts";

const SLD = "application/vnd.ogc.sld+xml";

/** The whole statement: levels of isolation have the word as well. */
export const COMMIT = "commit\0";

/** Servers of a catalog, of which one is at the end of a line. */
export interface Servers {
  readonly line: CutLine;
  readonly doomed: { readonly client: Client };
  readonly other: { readonly client: Client };
  /** Runs statements on the database that is in force. */
  readonly execute: Execute;
}

/** A commit to lose. */
export interface Loss {
  readonly number: number;
  /** Before it has reached the database, or after that. */
  readonly when: "before" | "after";
  /** Whether others change something before the server hears of the loss. */
  readonly othersFirst: boolean;
}

/** What became of lost commits. */
export interface Ends {
  made: number;
  notMade: number;
  /** Of those not made, these had a number by which somebody else has made something since. */
  givenAgain: number;
  unknown: number;
  /** What no client may be told, in words. */
  readonly wrong: string[];
}

/** Nothing was lost yet. */
export function noEnds(): Ends {
  return { made: 0, notMade: 0, givenAgain: 0, unknown: 0, wrong: [] };
}

/** Makes what is changed. */
export async function prepareToLose({
  other,
  doomed,
}: Pick<Servers, "other" | "doomed">): Promise<void> {
  for (const name of ["lost", "beside"])
    await other.client.expect(201, "POST", `/styles?name=${name}`, SLD, sld());
  // Whoever asks is known from now on, so that a change is the next thing that ends with a commit.
  await put(doomed.client, "lost", 0);
}

/** Changes a style to one of a number. */
export function put(client: Client, style: string, number: number): Promise<RawResponse> {
  return client.send("PUT", `/styles/${style}`, SLD, styleOf(number));
}

/** The style of a number. */
export function styleOf(number: number): string {
  return sld({ colour: `#${String(number).padStart(6, "0")}` });
}

/** Loses one commit, and has `crash` happen before the server knows. */
export async function lose(
  { line, doomed, other, execute }: Servers,
  { number, when, othersFirst }: Loss,
  { crash, ends }: { readonly crash: () => Promise<void>; readonly ends: Ends },
): Promise<void> {
  const held = line.holdAt(COMMIT, when, "plumbline_apply");
  const asked = put(doomed.client, "lost", number + 1);
  await held;
  const [transaction] = await execute(
    "select backend_xid::text as id from pg_stat_activity where backend_xid is not null",
  );
  await crash();
  const beside = async () => {
    for (let time = 0; time < 5; time++)
      expect((await put(other.client, "beside", 10 * number + time)).status).toBe(200);
  };
  if (othersFirst) await beside();
  line.cutAll();
  const answer = await asked;
  await beside();
  const found = await other.client.expect(200, "GET", "/styles/lost.sld");
  if (found !== styleOf(number + 1) && transaction !== undefined) {
    const [now] = await execute(
      `select pg_xact_status('${String(transaction["id"])}'::xid8) as status`,
    );
    if (now?.["status"] === "committed") ends.givenAgain++;
  }
  judge(ends, answer, found, number + 1);
}

/** Notes what a client was told of a change to the style of a number, and whether it is so. */
export function judge(
  ends: Ends,
  { status, headers, body }: RawResponse,
  found: string,
  number: number,
): void {
  const text = body.toString();
  const isMade = found === styleOf(number);
  if (status === 200 && isMade) ends.made++;
  else if (status === 503 && text.includes("nothing was changed") && !isMade) ends.notMade++;
  else if (status === 503 && text.includes("may have been made")) ends.unknown++;
  else ends.wrong.push(`${status} ${text}, and it was ${isMade ? "made" : "not made"}`);
  if (status === 503 && headers["retry-after"] === undefined) ends.wrong.push("no Retry-After");
}

/** What became of them, as a line. */
export function reportOf(way: string, ends: Ends): string {
  const { made, notMade, givenAgain, unknown, wrong } = ends;
  const all = made + notMade + unknown + wrong.length;
  return `${all} lost commits, ${way}: ${made} told as made, ${notMade} as not made, ${unknown} as unknown, ${wrong.length} wrongly; the numbers of ${givenAgain} were given again`;
}
