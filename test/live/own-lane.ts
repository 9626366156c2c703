/** A lane before the included server in its stock dialect, for tests of the lane. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestServer, PASSWORD, USER } from "../support/servers/catalog.ts";
import { doorTo, type Door } from "./door.ts";
import { openLane } from "./lane.ts";

/** A lane of our own. */
export interface OwnLane {
  readonly door: Door;
  /** Gives the tables. */
  readonly close: () => Promise<string>;
}

/** Starts the server and opens the lane. */
export async function ownLane(record?: string): Promise<OwnLane> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-lane-"));
  const server = await openTestServer(folder, { dialect: "geoserver" });
  const url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  const settings = { url, user: USER, password: PASSWORD, record, opens: false };
  const lane = await openLane({ ...settings, mayEmpty: undefined, database: undefined });
  const close = async (): Promise<string> => {
    const told = await lane.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
    return told;
  };
  return { door: doorTo(lane.info), close };
}
