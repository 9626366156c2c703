/** Blob stores: where a tile cache stores its tiles (docs/compatibility.md, "Tile cache"). */
import type { CacheNoun, TypedObject } from "./cache-noun.ts";
import type { Parts } from "./schema.ts";

const text = (means: string) => ({ type: "text", means }) as const;
const number = (means: string) => ({ type: "number", means }) as const;
const flag = (means: string) => ({ type: "flag", means }) as const;
const secret = (means: string) => ({ type: "text", means, isSecret: true }) as const;

const prefix = text("Prefix of the keys of all tiles.");
const maxConnections = number("How many connections are open at the same time.");
const useHTTPS = flag("Whether connections are encrypted.");
const proxy = {
  proxyHost: text("Host of a proxy on the way."),
  proxyPort: number("Its port."),
  proxyUsername: text("Account at the proxy."),
  proxyPassword: secret("Its password."),
} as const;

/** Settings by type, in document order. */
export const blobStoreTypes = {
  File: {
    baseDirectory: text("Folder of the server's disk."),
    fileSystemBlockSize: number("Bytes of a block of its file system."),
    pathGeneratorType: {
      type: "text",
      values: ["DEFAULT", "TMS", "SLIPPY"],
      means: "Layout of tile paths.",
    },
  },
  S3: {
    bucket: text("Name of the bucket."),
    prefix,
    awsAccessKey: text("Id of the key to the bucket."),
    awsSecretKey: secret("The key."),
    access: { type: "text", values: ["PUBLIC", "PRIVATE"], means: "Who may read the tiles." },
    maxConnections,
    useHTTPS,
    proxyDomain: text("Domain of the account at the proxy."),
    proxyWorkstation: text("Workstation of the account at the proxy."),
    ...proxy,
    useGzip: flag("Whether tiles are compressed on their way."),
    endpoint: text("Address of the service, where it is another one than Amazon's."),
  },
  Azure: {
    container: text("Name of the container."),
    prefix,
    accountName: text("Name of the storage account."),
    accountKey: secret("Its key."),
    maxConnections,
    useHTTPS,
    ...proxy,
    serviceURL: text("Address of the service, where it is another one than Azure's."),
  },
  GoogleCloudStorage: {
    projectId: text("Id of the project."),
    quotaProjectId: text("Id of the project that pays."),
    bucket: text("Name of the bucket."),
    prefix,
    endpointUrl: text("Address of the service, where it is another one than Google's."),
    apiKey: secret("Key to the service."),
    useDefaultCredentialsChain: flag("Whether the server takes the credentials that it finds."),
  },
  Mbtiles: {
    rootDirectory: text("Folder of the server's disk."),
    templatePath: text("How files are called below it."),
    poolSize: number("How many files are open at the same time."),
    poolReaperIntervalMs: number("After how many milliseconds unused files are closed."),
    rowRangeCount: number("Rows of tiles in one file."),
    columnRangeCount: number("Columns of tiles in one file."),
    eagerDelete: flag("Whether files are deleted, and not only their tiles."),
    useCreateTime: flag("Whether the time at which a tile was made is kept."),
    executorConcurrency: number("How many tiles are written at the same time."),
    mbtilesMetadataDirectory: text("Folder with the descriptions of files."),
    gzipVector: flag("Whether vector tiles are compressed."),
  },
  Swift: {
    container: text("Name of the container."),
    prefix,
    endpoint: text("Address of the service."),
    provider: text("Name of the library that speaks to it."),
    region: text("Region of the service."),
    keystoneVersion: text("Version of the service that checks accounts."),
    keystoneScope: text("Scope of the account in that service."),
    keystoneDomainName: text("Domain of the account."),
    identity: text("Name of the account."),
    password: secret("Its password."),
  },
} as const satisfies Readonly<Record<string, Parts>>;

/** A type of blob stores. */
export type BlobStoreType = keyof typeof blobStoreTypes;

/** A blob store. */
export interface BlobStore extends TypedObject {
  readonly type: BlobStoreType;
}

/** The declaration of blob stores. Deviation: blob-store-kept. Deviation: blob-secrets. */
export const blobStore = {
  kind: "BlobStore",
  readers: "administrators",
  list: "/gwc/rest/blobstores",
  label: "blob store",
  word: "BlobStoreInfo",
  nameless: "Failed to add BlobStoreInfo. A BlobStoreInfo name cannot be null",
  complete: (_name, store) => store,
  typed: { end: "BlobStore", types: blobStoreTypes, defaultStays: "blob-store-default" },
  isUsedBy: (layer, name) => layer.blobStore === name,
  inUse: "blob-store-in-use",
  leaves: "its tiles stay",
} as const satisfies CacheNoun<BlobStore, BlobStore>;
