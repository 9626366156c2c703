/** Requests of the watch console. The token stays in the memory of the page. */

/** The document `/status.json`. */
export interface WatchStatus {
  readonly ready: boolean;
  readonly state: string;
  readonly reasons: readonly string[];
  readonly server_reachable: boolean;
  readonly last_success_at: string | null;
  readonly waiting: readonly WaitingPlan[];
  readonly last_pass: LastPass | null;
}

/** A plan that waits for an approval. */
export interface WaitingPlan {
  readonly digest: string;
  readonly created: string;
  readonly blocks: readonly string[];
  readonly plan: {
    readonly changes: readonly { readonly address: string; readonly action: string }[];
  };
}

export interface LastPass {
  readonly estate: string;
  readonly url: string;
  readonly trigger: string;
  readonly result: string;
  readonly started_at: string;
  readonly took_ms: number;
  readonly commit: string | null;
  readonly writes: number;
  readonly failures: number;
  readonly drifted: readonly Drifted[];
  readonly drifted_total: number;
  readonly objects: readonly { readonly address: string; readonly sync: string }[];
  readonly objects_total: number;
  readonly diagnostics: readonly { readonly severity: string; readonly message: string }[];
  readonly diagnostics_total: number;
}

/** An object that something other than the watch changed. */
export interface Drifted {
  readonly address: string;
  readonly gone: boolean;
  readonly fields: readonly { readonly field: string }[];
  /** The author of the change; null where the server does not tell. */
  readonly changed: { readonly text: string } | null;
}

export interface WatchRest {
  readonly status: () => Promise<WatchStatus>;
  /** The report page of a waiting plan. */
  readonly page: (digest: string) => Promise<string>;
  readonly approve: (digest: string) => Promise<void>;
  readonly reconcile: () => Promise<void>;
}

/** The methods reject with Error, whose message gives the reason. */
export function openWatch(token: string): WatchRest {
  const send = async (method: string, path: string): Promise<Response> => {
    const headers = { Authorization: `Bearer ${token}` };
    const address = new URL(`../${path}`, document.baseURI);
    const response = await fetch(address, { method, headers, cache: "no-store" });
    if (response.ok) return response;
    const { error } = (await response.json()) as { readonly error?: string };
    throw new Error(error ?? `The watch answered with ${response.status}`);
  };
  const pathTo = (folder: string, digest: string) => `${folder}/${encodeURIComponent(digest)}`;
  return {
    status: async () => (await (await send("GET", "status.json")).json()) as WatchStatus,
    page: async (digest) => (await send("GET", pathTo("plans", digest))).text(),
    approve: async (digest) => void (await send("POST", pathTo("approvals", digest))),
    reconcile: async () => void (await send("POST", "reconcile")),
  };
}
