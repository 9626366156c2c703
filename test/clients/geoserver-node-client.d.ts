/** The client from npm brings no types; what the driver uses of it. */
declare module "geoserver-node-client" {
  /** One client for each family of documents, by its name; each has methods that answer with promises. */
  export class GeoServerRestClient {
    constructor(url: string, user: string, password: string);
    [family: string]: unknown;
  }
}
