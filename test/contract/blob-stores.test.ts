/** Blob stores (docs/compatibility.md, "Tile cache"). */
import { contract } from "./harness.ts";

const atStore = (name: string) => `/gwc/rest/blobstores/${name}`;
const putStore = (path: string, body: string) => ({
  method: "PUT",
  path: atStore(path),
  headers: { "content-type": "application/xml" },
  body,
});
const fileStore = (id: string, more = "", isDefault = false) =>
  `<FileBlobStore default="${isDefault}">${id === "" ? "" : `<id>${id}</id>`}<enabled>true</enabled><baseDirectory>/srv/lr/b1</baseDirectory><fileSystemBlockSize>4096</fileSystemBlockSize>${more}</FileBlobStore>`;
const noStore = (verb: string, name: string) =>
  `Failed to ${verb} BlobStoreInfo. A BlobStoreInfo with name "${name}" does not exist.`;

const NAMELESS = "Failed to add BlobStoreInfo. A BlobStoreInfo name cannot be null";

contract("blob stores", [
  {
    name: "none, with links",
    request: { method: "GET", path: "/gwc/rest/blobstores.xml" },
    answer: { status: 200, text: '<?xml version="1.0" encoding="UTF-8"?>\n<blobStores/>' },
  },
  {
    name: "none, as names",
    request: { method: "GET", path: "/gwc/rest/blobstores.json" },
    answer: { status: 200, json: [] },
  },
  {
    name: "a text that XML cannot write",
    request: {
      method: "PUT",
      path: atStore("b1.json"),
      headers: { "content-type": "application/json" },
      body: String.raw`{"FileBlobStore":{"id":"b1","baseDirectory":"\u0000"}}`,
    },
    // Nothing of a body that may hold secrets is repeated.
    answer: { status: 400, text: "The body is not well-formed" },
    foreign: false,
  },
  {
    name: "one that is not there",
    request: { method: "GET", path: atStore("none.xml") },
    answer: { status: 404, text: noStore("get", "none") },
  },
  { name: "made", request: putStore("b1.xml", fileStore("b1")), answer: { status: 201, text: "" } },
  { name: "replaced", request: putStore("b1.xml", fileStore("b1")), answer: { status: 200, text: "" } },
  {
    name: "shown",
    request: { method: "GET", path: atStore("b1.xml") },
    answer: {
      status: 200,
      text: '<?xml version="1.0" encoding="UTF-8"?>\n<FileBlobStore default="false">\n  <id>b1</id>\n  <enabled>true</enabled>\n  <baseDirectory>/srv/lr/b1</baseDirectory>\n  <fileSystemBlockSize>4096</fileSystemBlockSize>\n</FileBlobStore>',
    },
  },
  {
    name: "shown as JSON",
    request: { method: "GET", path: atStore("b1.json") },
    answer: {
      status: 200,
      json: {
        FileBlobStore: {
          "@default": "false",
          id: "b1",
          enabled: true,
          baseDirectory: "/srv/lr/b1",
          fileSystemBlockSize: 4096,
        },
      },
    },
  },
  {
    name: "without a name",
    request: putStore("b4.xml", fileStore("")),
    answer: {
      documented: { status: 400, text: NAMELESS },
      geoserver: { status: 500, text: NAMELESS },
    },
  },
  {
    name: "another name than that of the path",
    request: putStore("b2.xml", fileStore("b3")),
    answer: { status: 400, text: "The body names b3, and the path b2" },
    foreign: false,
  },
  {
    name: "of no type that there is",
    request: putStore("b2.xml", "<TapeBlobStore><id>b2</id></TapeBlobStore>"),
    answer: {
      documented: { status: 400, text: /^The root element must be one of FileBlobStore, S3BlobStore/ },
      geoserver: { status: 500 },
    },
    foreign: false,
  },
  {
    name: "a key",
    request: putStore(
      "s3.xml",
      "<S3BlobStore><id>s3</id><enabled>true</enabled><bucket>b</bucket><awsSecretKey>hush hush</awsSecretKey></S3BlobStore>",
    ),
    answer: { status: 201 },
    foreign: false,
  },
  {
    name: "a key is not shown",
    request: { method: "GET", path: atStore("s3.xml") },
    answer: { status: 200, text: /<awsSecretKey>crypt1:[^<]+</, without: /hush/ },
    foreign: false,
  },
  {
    name: "what is wrong with a body is told without a word of it",
    request: putStore("s3.xml", "<S3BlobStore><awsSecretKey>hush hush</aws"),
    answer: { status: 400, text: /^The body is not well-formed/, without: /hush/ },
    foreign: false,
  },
  {
    name: "another one becomes the default",
    request: putStore("b5.xml", fileStore("b5", "", true)),
    answer: { status: 201 },
    foreign: false,
  },
  {
    name: "and a third one",
    request: putStore("b6.xml", fileStore("b6", "", true)),
    answer: { status: 201 },
    foreign: false,
  },
  {
    name: "which takes it from the other",
    request: { method: "GET", path: atStore("b5.xml") },
    answer: { status: 200, text: /<FileBlobStore default="false">/ },
    foreign: false,
  },
  {
    name: "the default one is not deleted",
    request: { method: "DELETE", path: atStore("b6") },
    answer: {
      documented: { status: 403, text: "The default blob store can't be removed: b6" },
      geoserver: { status: 500, text: "The default blob store can't be removed: b6" },
    },
    foreign: false,
  },
  {
    name: "and stays",
    request: { method: "GET", path: atStore("b6.xml") },
    answer: { status: 200 },
    foreign: false,
  },
  {
    name: "POST",
    request: { ...putStore("b1.xml", fileStore("b1")), method: "POST" },
    answer: { status: 405 },
  },
  {
    name: "deleted",
    request: { method: "DELETE", path: atStore("b1.xml") },
    answer: { status: 200, text: "" },
  },
  {
    name: "gone",
    request: { method: "DELETE", path: atStore("b1.xml") },
    answer: { status: 404, text: noStore("remove", "b1") },
  },
]);
