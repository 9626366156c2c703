/** Requests of the page, with the session of the user. */
import { RestError, type Rest } from "./reading.ts";

/** Tells the server that the page has a login form, so that the browser opens no dialog. */
export const ASKS_ITSELF = { "X-Requested-With": "plumbline-console" } as const;

/** Resolves a path against the server's address. The page is in a subfolder of it. */
export function addressOf(path: string): string {
  return new URL(`../${path}`, document.baseURI).href;
}

/** Reports when the session is over. */
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

/** Rejects with RestError where there is no response. */
export async function ask(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { cache: "no-store", ...init });
  } catch {
    throw new RestError(0, "The server cannot be reached");
  }
}

export async function refusalIn(response: Response): Promise<string> {
  const text = (await response.text()).trim();
  return text === "" ? `The server answers ${response.status}` : text;
}

/** The message of an error for the user. */
export function problemText(error: unknown): string {
  if (error instanceof RestError && error.status === 403) return "This account may not read this.";
  return error instanceof Error ? `${error.message}.`.replace(/([.!?])\.$/, "$1") : String(error);
}
