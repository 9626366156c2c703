/**
 * Bodies that are kept as bytes: the content type, which may say how they are encoded, is not kept with them. What only
 * the content type says is said by the bytes from then on (docs/compatibility.md, "Documents").
 */
import { mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { contract, get, post, put } from "./harness.ts";
import type { Row } from "./rows.ts";

const SLD = "application/vnd.ogc.sld+xml";
const CSS = "application/vnd.geoserver.geocss+css";
const LATIN = "charset=ISO-8859-1";

const undeclared = (xml: string) => xml.replace(/^<\?xml.*?\?>\n/, "");
const titled = undeclared(sld()).replace(/<StyledLayerDescriptor[^>]*>/, "$&<Title>Gewässer für Façade</Title>");
const declaring = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${titled}`;
const sheet = "/* @title Gewässer */ * { stroke: #00f; }";
const mapped = undeclared(mapping(["t:A"], { comment: "<!-- Gewässer -->" }));
const words = "Größe: ${size}\n";

const latin = (text: string) => Buffer.from(text, "latin1");
const wide = (text: string, mark = "") => Buffer.from(`${mark}${text}`, "utf16le");
const done: Row["answer"] = { documented: { status: 200 }, geoserver: { status: 200 } };
const letters = (path: string, text: string): Row => ({ name: `${path}: the letters that were sent, as UTF-8`, request: get(path), answer: { status: 200, bytes: Buffer.from(text) }, foreign: false });
const as = (path: string, bytes: Uint8Array): Row => ({ name: `${path}: byte for byte`, request: get(path), answer: { status: 200, bytes }, foreign: false });
const sent = (name: string, request: Row["request"], answer: Row["answer"] = done): Row => ({ name, request, answer, foreign: false });

contract("charsets of bodies that are kept as bytes", [
  sent("a workspace", post("/workspaces", "text/xml", "<workspace><name>w</name></workspace>"), { status: 201 }),
  sent("SLD, POST", post("/styles?name=posted", `${SLD}; ${LATIN}`, latin(titled)), { status: 201 }),
  letters("/styles/posted.sld", titled),
  sent("SLD, PUT", put("/styles/point", `${SLD};charset="iso-8859-1"`, latin(titled))),
  letters("/styles/point.sld", titled),
  sent("SLD, PUT as it is", put("/styles/line?raw=true", `${SLD}; ${LATIN}`, latin(titled))),
  letters("/styles/line.sld", titled),
  sent("SLD of a workspace", post("/workspaces/w/styles?name=own", `${SLD}; ${LATIN}`, latin(titled)), { status: 201 }),
  letters("/workspaces/w/styles/own.sld", titled),
  sent("SLD in UTF-16 without a mark", put("/styles/polygon", `${SLD}; charset=utf-16le`, wide(titled))),
  letters("/styles/polygon.sld", titled),
  sent("SLD that declares it, in UTF-16 without a mark", put("/styles/polygon", `${SLD}; charset=utf-16le`, wide(declaring("UTF-16")))),
  letters("/styles/polygon.sld", declaring("UTF-8")),
  sent("SLD in UTF-16 with a mark, which says it", put("/styles/polygon", `${SLD}; charset=utf-16`, wide(titled, "\ufeff"))),
  as("/styles/polygon.sld", wide(titled, "\ufeff")),
  sent("SLD whose declaration says it", put("/styles/raster", `${SLD}; ${LATIN}`, latin(declaring("ISO-8859-1")))),
  as("/styles/raster.sld", latin(declaring("ISO-8859-1"))),
  sent("SLD that declares another encoding than it is in, and the content type knows", put("/styles/raster", `${SLD}; ${LATIN}`, latin(declaring("UTF-8")))),
  letters("/styles/raster.sld", declaring("UTF-8")),
  sent("SLD of which the content type says another encoding than it is in", put("/styles/raster", `${SLD}; ${LATIN}`, declaring("UTF-8"))),
  as("/styles/raster.sld", Buffer.from(declaring("UTF-8"))),
  sent("SLD of which only the content type says that it is UTF-8", put("/styles/raster", `${SLD}; charset=utf-8`, declaring("ISO-8859-1"))),
  letters("/styles/raster.sld", declaring("UTF-8")),
  sent("SLD in UTF-8", put("/styles/raster", `${SLD}; charset=UTF-8`, titled)),
  as("/styles/raster.sld", Buffer.from(titled)),
  sent("CSS, POST", post("/styles?name=sheet", `${CSS}; ${LATIN}`, latin(sheet)), { status: 201 }),
  letters("/styles/sheet.css", sheet),
  sent("CSS, PUT", put("/styles/sheet", `${CSS}; charset=windows-1252`, latin(sheet))),
  letters("/styles/sheet.css", sheet),
  sent("a mapping", put("/workspaces/w/datastores/st/file.appschema", `text/xml; ${LATIN}`, latin(mapped)), { status: 201 }),
  letters("/resource/data/w/st/st.appschema", mapped),
  sent("a mapping as a resource", put("/resource/data/w/st/st.appschema", `application/xml; ${LATIN}`, latin(mapped)), { status: 201 }),
  letters("/resource/data/w/st/st.appschema", mapped),
  sent("a style as a resource", put("/resource/styles/posted.sld", `${SLD}; ${LATIN}`, latin(titled)), { status: 201 }),
  letters("/styles/posted.sld", titled),
  sent("a template", put("/templates/t.ftl", `text/plain; ${LATIN}`, latin(words)), { status: 201 }),
  letters("/templates/t.ftl", words),
  sent("a text as a resource", put("/resource/notes/a.txt", `text/plain; ${LATIN}`, latin(words)), { status: 201 }),
  letters("/resource/notes/a.txt", words),
  sent("properties, which are Latin-1 by their format", put("/resource/notes/a.properties", `text/plain; ${LATIN}`, latin(words)), { status: 201 }),
  as("/resource/notes/a.properties", latin(words)),
  sent("what is no text", put("/resource/notes/a.bin", `application/octet-stream; ${LATIN}`, latin(words)), { status: 201 }),
  as("/resource/notes/a.bin", latin(words)),
  sent("an archive", put("/styles/posted", `application/zip; ${LATIN}`, await zipOf({ "posted.sld": titled }))),
  letters("/styles/posted.sld", titled),
  sent("an encoding that is not known, POST", post("/styles?name=odd", `${SLD}; charset=klingon`, latin(titled)), { documented: { status: 415, text: /klingon/ }, geoserver: { status: 500 } }),
  sent("bytes that are not in it", put("/styles/point", `${SLD}; charset=utf-16le`, Buffer.from([0x00, 0xd8, 0x41])), { status: 400 }),
  letters("/styles/point.sld", titled),
]);
