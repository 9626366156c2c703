/**
 * A run of the lane: a server under test that has been found new (or given away), what it held at
 * first, a relay before it, and the verdicts. `closeLane` brings the server back to where it was.
 */
import { appendFileSync, writeFileSync } from "node:fs";
import { clean, readOrigin, setKeystorePassword } from "./cleaning.ts";
import { openDatabase, type TablePlace } from "./database.ts";
import { asker, exchange, type LiveAnswer, type LiveRequest } from "./exchange.ts";
import { readHoldings } from "./holdings.ts";
import { refuseUsed } from "./new-server.ts";
import { recorder } from "./recorder.ts";
import { startRelay } from "./relay.ts";
import { runFile } from "./run-file.ts";
import { LiveError, type LiveSettings } from "./settings.ts";
import { renderVerdicts, type Verdict } from "./verdicts.ts";

/** What a worker has to know of the lane. */
export interface LaneInfo {
  /** The service, through the relay. */
  readonly url: string;
  readonly database: TablePlace | undefined;
  /** False where the server opens neither databases nor rasters. */
  readonly opens: boolean;
}

/** A running lane. */
export interface Lane {
  readonly info: LaneInfo;
  readonly verdicts: readonly Verdict[];
  /** Cleans, ends what was started, and gives the tables. */
  readonly close: () => Promise<string>;
}

/** What the lane is opened with. */
interface LaneOptions {
  /** Tables that cases publish. */
  readonly tables?: readonly string[];
  /** Is reported each verdict as it comes; a run against a real server takes its time. */
  readonly tell?: (verdict: Verdict) => void;
}

/** What requests are booked under between the cases. */
const CLEANING = "(cleaning)";

/** Looks at the server, and begins. Throws LiveError before anything is written. */
export async function openLane(
  settings: LiveSettings,
  { tables, tell }: LaneOptions = {},
): Promise<Lane> {
  const { url, user, password, record, keeps, opens = true } = settings;
  const look = asker(url, settings);
  const about = await expectAnswers(look, settings);
  refuseUsed(await readHoldings(look), settings);
  const database =
    settings.database === undefined
      ? undefined
      : await openDatabase(settings.database, tables ?? []);
  const run = { case: CLEANING, requests: 0, verdicts: [] as Verdict[] };
  const secrets = [password, ...(database === undefined ? [] : [database.place.password])];
  // Hiding a word that the server calls itself by would leave nothing readable.
  const line = recorder(
    secrets.filter((word) => !about.toLowerCase().includes(word.toLowerCase())),
    keeps,
  );
  if (record !== undefined) writeFileSync(record, "");
  const { pathname } = new URL(url);
  const send = async (request: LiveRequest): Promise<LiveAnswer> => {
    const started = performance.now();
    const answer = await exchange(new URL(url).origin, request);
    const ms = performance.now() - started;
    run.requests++;
    const path = request.path.slice(pathname.replace(/\/$/, "").length);
    const told = line({ case: run.case, url: path, request, answer, ms });
    if (record !== undefined && told !== undefined)
      appendFileSync(record, `${JSON.stringify(told)}\n`);
    return answer;
  };
  const ask = asker(url, settings, send);
  const origin = await readOrigin(ask);
  const tidy = async (): Promise<readonly string[]> => {
    run.case = CLEANING;
    const left = await clean(ask, origin);
    await database?.tidy();
    return left;
  };
  const commands: Readonly<Record<string, (body: string) => Promise<unknown>>> = {
    clean: tidy,
    "clean-within": async () => {
      const { case: within } = run;
      await tidy();
      run.case = within;
    },
    begin: async (name) => {
      run.case = name;
      run.requests = 0;
    },
    count: async () => run.requests,
    keystore: async (wanted) => setKeystorePassword(ask, wanted),
    verdict: async (text) => {
      const verdict = JSON.parse(text) as Verdict;
      run.verdicts.push(verdict);
      tell?.(verdict);
    },
  };
  const command = async (word: string, body: string) => commands[word]?.(body);
  const relay = await startRelay({ service: url, user, password, send, command });
  const close = async (): Promise<string> => {
    const left = await tidy();
    await relay.close();
    await database?.drop();
    if (record !== undefined) writeFileSync(`${record}.run.json`, runFile(about, run.verdicts));
    const told = left.map((one) => `The server is not as it was: ${one}\n`);
    return `${renderVerdicts(run.verdicts)}${told.join("")}`;
  };
  return {
    info: { url: relay.url, database: database?.place, opens },
    verdicts: run.verdicts,
    close,
  };
}

/** Sees that a catalog answers; gives its name and version. */
async function expectAnswers(
  look: ReturnType<typeof asker>,
  { url, user }: LiveSettings,
): Promise<string> {
  const path = "/rest/about/version.json";
  const { status, text } = await look("GET", path).catch((error: unknown) => {
    throw new LiveError(`Nothing answers at ${url}: ${(error as Error).message}`);
  });
  if (status === 401) throw new LiveError(`The server at ${url} refuses the password of ${user}.`);
  if (status !== 200)
    throw new LiveError(`${url} is no catalog: GET ${path} was answered with ${status}.`);
  const { about } = JSON.parse(text) as {
    readonly about: {
      readonly resource: readonly { "@name": string; Version?: string | number }[];
    };
  };
  return about.resource.map((one) => `${one["@name"]} ${one.Version}`).join(", ");
}
