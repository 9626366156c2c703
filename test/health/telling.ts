/** What an answer of a map service tells: by its type and its content, as far as recordings have kept it. */
import { readPng } from "../support/styles/png.ts";

/** A status, a type, and a body as bytes or as it was recorded. */
export interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly body: string | Buffer;
}

/** What it tells, in a form in which both kinds can be compared. */
interface Telling {
  readonly status: number;
  readonly type: string;
  readonly tells: string;
}

/** What an answer tells, as much of it as the recorded one does. */
export function tellingOf({ status, type, body }: Answered, recorded: Answered): Telling {
  const told = Buffer.isBuffer(body) ? ofBytes(body, String(recorded.body)) : ofSummary(body);
  return { status, type: type ?? "", tells: told.replaceAll(/\s+/g, " ").trim() };
}

/** What was written down of a picture or of a list in place of its body, or the body. */
function ofSummary(body: string): string {
  if (body.startsWith("[0 bytes")) return "nothing";
  const picture =
    /^\[\d+ bytes, (\w+) (\d+x\d+) mode \w+, (\d+) colours, (\d+) of (\d+) transparent, commonest \((\d+, \d+, \d+),/.exec(
      body,
    );
  if (picture !== null) {
    const [, form = "", size = "", colours, clear, all, colour] = picture;
    const isBlank = clear === all || (colours === "1" && colour === "255, 255, 255");
    return pictureTold(form, size, isBlank);
  }
  return listOf(body)?.join(" ") ?? ofText(body);
}

function pictureTold(form: string, size: string, isBlank: boolean): string {
  // Legends have the size of their rules, which the server of the tests does not read.
  const isMap = size === "64x64" || size === "256x256" || size === "1x1";
  return isMap ? `${form} ${size} ${isBlank ? "blank" : "drawn"}` : "a picture";
}

/** Names that a summary of a list holds; undefined for other bodies. */
function listOf(summary: string): readonly string[] | undefined {
  if (/ listed: /.test(summary))
    return [...summary.matchAll(/([\w:]+) listed: (True|False)/g)].map(
      ([, name, is]) => `${name}=${is}`,
    );
  const found =
    /^\[?(?:\d+ characters; )?(?:names with a prefix|layers\/coverages(?:\/types)?|layer names|type names|layers): ([^;\]]*?)(?:;| dimensions:|\]|$)/.exec(
      summary,
    );
  if (found === null) return undefined;
  const names = (found[1] ?? "").replace("My GeoServer WCS", "").split(" ").filter(Boolean);
  return names.filter((name) => !/^default-style-|^OGC:WMS$/.test(name)).toSorted();
}

function ofBytes(bytes: Buffer, recorded: string): string {
  if (bytes.toString("latin1", 1, 4) === "PNG") {
    const picture = readPng(bytes);
    const { width, height } = picture;
    const places = Array.from({ length: width * height }, (_one, at) => ({
      x: at % width,
      y: Math.floor(at / width),
    }));
    const isBlank = places.every(
      ({ x, y }) => picture.opacity(x, y) === 0 || picture.at(x, y) === 0xffffff,
    );
    return pictureTold("PNG", `${width}x${height}`, isBlank);
  }
  if (bytes.toString("latin1", 0, 2) === "II") return "a picture";
  const text = bytes.toString();
  const list = listOf(recorded);
  if (list === undefined) return ofText(text);
  const names = [
    ...text.matchAll(
      /<(?:Layer\b[^>]*|FeatureType|wcs:CoverageOfferingBrief|wcs:CoverageSummary)>\s*(?:<ows:Title>[^<]*<\/ows:Title>)?<(?:Name|wcs:name|wcs:CoverageId|ows:Identifier)>([^<]*)</g,
    ),
  ].map(([, name = ""]) => name);
  if (recorded.includes(" listed: "))
    return list
      .map((one) => one.replace(/=.*/, ""))
      .map(
        (name) =>
          `${name}=${names.some((one) => one === name || one.endsWith(`:${name}`)) ? "True" : "False"}`,
      )
      .join(" ");
  const isPrefixed = recorded.includes("names with a prefix");
  return names
    .filter((name) => !isPrefixed || name.includes(":"))
    .toSorted()
    .join(" ");
}

function unescaped(text: string): string {
  return text
    .replaceAll("&#39;", "'")
    .replaceAll("&apos;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** How much of an exception is compared: what follows names objects of Java. */
const TOLD = 150;

function ofText(text: string): string {
  if (
    /^\[\d+ characters\] …x\.xml\.transform|<WM[^]*<\/Service>[^]*<\/ServiceExceptionReport>$/.test(
      text,
    )
  )
    return "half a list and an exception";
  const wms = /<ServiceException(?!Report)([^>]*)>\s*([^]*?)(?:<\/ServiceException>|$)/.exec(text);
  const ows = /<(?:ows:)?Exception ([^>]*)>\s*<(?:ows:)?ExceptionText>([^]*?)(?:<\/|$)/.exec(text);
  const exception = wms ?? ows;
  if (exception !== null) {
    const [, attributes = "", said = ""] = exception;
    return `exception${unescaped(attributes).trimEnd()}: ${unescaped(unescaped(said))
      .replaceAll(/\s+/g, " ")
      .replace(/(?<=and hints Hints:).*/, "")
      .replace(/(?<=@)[0-9a-f]{8}/, "")
      .slice(0, TOLD)}`;
  }
  if (text.startsWith('{"version"')) return text.replaceAll(/\s+/g, " ");
  const page =
    /<title>(?!GWC)(.*?)<\/title>/s.exec(text) ?? /<h4>(.*?)<\/h4>|GWC Error (400:.*)/s.exec(text);
  if (page !== null)
    return unescaped(page[1] ?? page[2] ?? "").replace(/with id [^ ]*/, "with id ID");
  if (text.startsWith('{"type":"FeatureCollection"'))
    return text.includes('"features":[]') ? "no features" : "features";
  const features = /<wfs:FeatureCollection[^]*?numberMatched="(\d+)" numberReturned="(\d+)"/.exec(
    text,
  );
  if (features !== null) return `features ${features[1] === "0" ? 0 : "some"}, ${features[2]}`;
  if (text.includes("<xsd:schema"))
    return /xsd:complexType|xsd:include/.test(text) ? "a type" : "no type";
  return text === "" ? "nothing" : "something";
}
