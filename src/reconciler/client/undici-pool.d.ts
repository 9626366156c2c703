/** Parts of undici: its index loads a whole browser, which costs a third of a short command. */
declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export { Pool as default };
}

/** What the index of undici gives the pool for requests. */
declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";
  const request: (
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ) => Promise<Dispatcher.ResponseData>;
  export { request as default };
}
