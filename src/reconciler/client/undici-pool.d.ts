/** The pool of undici alone: its index loads a whole browser, which costs a third of a short command. */
declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export { Pool as default };
}
