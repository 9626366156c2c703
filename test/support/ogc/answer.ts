/** What the map services of the tests answer: exceptions in the forms of each service, and pages of the container. */

/** An answer, before anything is done to it on its way. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Is never sent: the service is not done before the client has lost its patience. */
  readonly isNever?: boolean;
}

/** What a service says instead of what it was asked for. */
export class OgcException extends Error {
  readonly code: string | undefined;
  readonly locator: string | undefined;
  /** Of services that tell by their status; WMS does not. */
  readonly status: number;

  constructor(
    text: string,
    said: { readonly code?: string; readonly locator?: string; readonly status?: number } = {},
  ) {
    super(text);
    this.code = said.code;
    this.locator = said.locator;
    this.status = said.status ?? 400;
  }
}

/** What the container or a filter before all services answers: a page. */
export class PageException extends Error {
  readonly status: 401 | 403 | 404;

  constructor(status: 401 | 403 | 404) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/** A text as the content of an element or an attribute. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** The exception of a WMS, for which the status is always 200. */
export function wmsException(
  { message, code, locator }: OgcException,
  { version, exceptions, base }: { version: string; exceptions: string; base: string },
): Answer {
  if (/^(?:application\/)?json$/i.test(exceptions))
    return {
      status: 200,
      type: "application/json;charset=UTF-8",
      body: jsonException({ message, code, locator }, version),
    };
  const attributes = [
    code === undefined ? "" : ` code="${escapeXml(code)}"`,
    locator === undefined ? "" : ` locator="${escapeXml(locator)}"`,
  ].join("");
  const element = `<ServiceException${attributes}>\n      ${escapeXml(message)}\n</ServiceException></ServiceExceptionReport>`;
  if (version === "1.1.1")
    return {
      status: 200,
      type: "application/vnd.ogc.se_xml;charset=UTF-8",
      body: `<?xml version="1.0" encoding="UTF-8" standalone="no"?><!DOCTYPE ServiceExceptionReport SYSTEM "${base}/schemas/wms/1.1.1/WMS_exception_1_1_1.dtd"> <ServiceExceptionReport version="1.1.1" >   ${element}`,
    };
  return {
    status: 200,
    type: "text/xml;charset=UTF-8",
    body: `${DECLARATION}<ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc">   ${element}`,
  };
}

function jsonException(
  { message, code, locator }: Pick<OgcException, "message" | "code" | "locator">,
  version: string,
): string {
  const exception = {
    code: code ?? "noApplicableCode",
    locator: locator ?? "noLocator",
    text: message,
  };
  return JSON.stringify({ version, exceptions: [exception] });
}

/** The reports of the other services; WFS escapes a text twice. */
export function owsException(
  { message, code, locator, status }: OgcException,
  form: { readonly ows: "" | "/1.1" | "/2.0"; readonly version: string; readonly json?: boolean },
): Answer {
  if (form.json === true)
    return {
      status,
      type: "application/json;charset=UTF-8",
      body: jsonException({ message, code, locator }, form.version),
    };
  const at = locator === undefined ? "" : ` locator="${escapeXml(locator)}"`;
  return {
    status,
    type: "application/xml",
    body:
      `${DECLARATION}<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows${form.ows}" version="${form.version}">\n` +
      `  <ows:Exception exceptionCode="${code ?? "NoApplicableCode"}"${at}>\n` +
      `    <ows:ExceptionText>${escapeXml(escapeXml(message))}</ows:ExceptionText>\n` +
      "  </ows:Exception>\n</ows:ExceptionReport>\n",
  };
}

/** What is said before a service is reached, with 200: it is off, or needs a workspace. */
export function dispatchException(text: string, code: string, locator?: string): Answer {
  const said = locator === undefined ? { code } : { code, locator };
  const exception = new OgcException(text, { ...said, status: 200 });
  return owsException(exception, { ows: "", version: "1.0.0" });
}

/** The exception of the tile cache as XML. */
export function tileException({ message, code, locator }: OgcException): Answer {
  return {
    status: 400,
    type: "text/xml",
    body:
      `${DECLARATION}\n<ExceptionReport version="1.1.0" xmlns="http://www.opengis.net/ows/1.1">\n` +
      `  <Exception exceptionCode="${code}" locator="${locator}">\n` +
      `    <ExceptionText>${escapeXml(message).replaceAll("&apos;", "&#39;")}</ExceptionText>\n` +
      "  </Exception>\n</ExceptionReport>\n",
  };
}

/** The page of the tile cache. */
export function tilePage(text: string): Answer {
  return {
    status: 400,
    type: "text/html",
    body: `<html>\n<head>\n<title>GWC Error</title>\n</head>\n<body>\n<h4>400: ${escapeXml(text)}</h4></body></html>\n`,
  };
}

const TITLES = { 401: "Unauthorized", 404: "Not Found" } as const;

/** The page of a refusal. */
export function page({ status }: PageException): Answer {
  if (status === 403)
    return {
      status,
      type: "text/html;charset=UTF-8",
      body: '<html xmlns="http://www.w3.org/1999/xhtml">\n<head>\n<title>GeoServer: Access Denied</title>\n</head>\n<body>\n    <h1>GeoServer: Access Denied</h1>\n    <p><b>Sorry, you do not have permission to view this page.</b></p>\n</body>\n</html>\n',
    };
  const title = `HTTP Status ${status} – ${TITLES[status]}`;
  return {
    status,
    type: "text/html;charset=utf-8",
    body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><hr class="line" /><p><b>Type</b> Status Report</p></body></html>`,
    headers: status === 401 ? { "WWW-Authenticate": 'Basic realm="GeoServer Realm"' } : {},
  };
}
