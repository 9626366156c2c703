/** What the page asks of the server: it reads the interface, as whoever has logged in. */
import { RestError, type Rest } from "./reading.ts";

/** How the page says that it asks for its user's password itself, so that the browser does not. */
export const ASKS_ITSELF = { "X-Requested-With": "plumbline-console" } as const;

/** The address of a path below that of the server; the page lies in a folder of its own there. */
export function addressOf(path: string): string {
  return new URL(`../${path}`, document.baseURI).href;
}

/** Reads until the session is over, which is then reported. */
export function openRest(onLoggedOut: () => void): Rest {
  const read = async (path: string, accept: string) => {
    const response = await ask(addressOf(path), { headers: { ...ASKS_ITSELF, Accept: accept } });
    if (response.status === 401) onLoggedOut();
    if (response.ok) return response;
    throw new RestError(response.status, await refusalIn(response));
  };
  return {
    json: async (path) => (await read(path, "application/json")).json(),
    bytes: async (path) => new Uint8Array(await (await read(path, "*/*")).arrayBuffer()),
  };
}

/** Sends a request. Rejects with RestError where there is no answer. */
export async function ask(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { cache: "no-store", ...init });
  } catch {
    throw new RestError(0, "The server cannot be reached");
  }
}

/** What the server says of a refusal. */
export async function refusalIn(response: Response): Promise<string> {
  const text = (await response.text()).trim();
  return text === "" ? `The server answers ${response.status}` : text;
}

/** What to tell people of something that went wrong. */
export function problemText(error: unknown): string {
  if (error instanceof RestError && error.status === 403) return "This account may not read this.";
  return error instanceof Error ? `${error.message}.`.replace(/([.!?])\.$/, "$1") : String(error);
}
