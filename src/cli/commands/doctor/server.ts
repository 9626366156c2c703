/** Checks the server: reachability, encryption, authentication, clock, version. */
import { connect, type PeerCertificate } from "node:tls";
import { reasonOf } from "../../../model/failure.ts";
import { notesOf, unknownLine } from "../../../model/server-line.ts";
import { withNearby } from "../../../reconciler/client/nearby.ts";
import { detectServer, NoCatalogError } from "../../../reconciler/client/profile.ts";
import type { ServerProfile } from "../../../reconciler/kind.ts";
import { pathTo } from "../../../wire/addressing.ts";
import {
  refusalText,
  TransportError,
  type Reader,
  type WireResponse,
} from "../../../wire/request.ts";
import { adviceFor, adviceForAnswer } from "../../present/way-in.ts";
import type { Target } from "../../settings/settings.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";

const CERTIFICATE_MS = 10_000;
const DAY_MS = 86_400_000;

/** A certificate that expires within this time gets a warning. */
const EARLY_DAYS = 21;

/** Tolerated clock difference; locks and time windows depend on clocks. */
const CLOCK_MS = 30_000;

/** `server` is absent where no catalog answered. */
export interface Examined {
  readonly findings: readonly Finding[];
  readonly server?: ServerProfile;
}

/** Each check needs the previous ones. */
export async function examineServer(target: Target, read: Reader): Promise<Examined> {
  const path = pathTo("version", {}, "xml");
  const began = Date.now();
  let response: WireResponse;
  try {
    response = await read({ method: "GET", path });
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { findings: [failed("reach", error.message, adviceFor(error, target.url))] };
  }
  const ended = Date.now();
  const findings = [
    ok("reach", `${target.url} answers in ${ended - began} ms`),
    await examineEncryption(target),
  ];
  const refusal = refusalOf(response, target);
  if (refusal !== undefined) return { findings: [...findings, refusal] };
  const letIn = ok("auth", `the credentials of ${target.user} are valid`);
  if (response.status === 403) {
    const message = `${target.user} is not an administrator: it may not see the catalog (403)`;
    const advice = "Give the account a role that administers the catalog.";
    return { findings: [...findings, letIn, failed("rights", message, advice)] };
  }
  try {
    const server = await detectServer(read);
    findings.push(letIn, examineClock(response, (began + ended) / 2));
    findings.push(versionOf(server), ...lineOf(server));
    const other = otherDialect(server, target);
    return other === undefined ? { findings, server } : { findings: [...findings, other] };
  } catch (error) {
    if (!(error instanceof NoCatalogError)) {
      const refused = failed("version", reasonOf(error), "Look into the log of the server.");
      return { findings: [...findings, refused] };
    }
    const found = await withNearby(error, target);
    const advice = adviceForAnswer(found, target.url);
    return { findings: [...findings, failed("address", found.message, advice)] };
  }
}

export async function examineEncryption(target: Target): Promise<Finding> {
  const url = new URL(target.url);
  if (url.protocol === "https:") return examineCertificate(url);
  if (/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname))
    return ok("tls", "not encrypted, and does not leave this machine");
  const advice = "Use https, or a tunnel: user name and password go over the network readable.";
  return warning("tls", `${url.host} is reached without encryption`, advice);
}

async function examineCertificate(url: URL): Promise<Finding> {
  const found = await certificateOf(url);
  const end = Date.parse(found?.valid_to ?? "");
  if (Number.isNaN(end)) {
    const advice = "Look at it with openssl s_client.";
    return warning("tls", "the certificate could not be looked at", advice);
  }
  const day = new Date(end).toISOString().slice(0, 10);
  const days = Math.floor((end - Date.now()) / DAY_MS);
  if (days >= EARLY_DAYS) return ok("tls", `encrypted; the certificate is valid until ${day}`);
  const message = `the certificate ends on ${day}`;
  return warning("tls", message, "Renew it before, or nothing can be applied.");
}

/** The server's certificate, unverified: the HTTP client decides about trust. */
function certificateOf({ hostname, port }: URL): Promise<PeerCertificate | undefined> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const options = { host, servername: host, port: Number(port || 443), rejectUnauthorized: false };
  return new Promise((resolve) => {
    const socket = connect(options, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    const giveUp = () => {
      resolve(undefined);
      socket.destroy();
    };
    socket.setTimeout(CERTIFICATE_MS, giveUp).on("error", giveUp);
  });
}

function refusalOf(response: WireResponse, target: Target): Finding | undefined {
  const { status } = response;
  if (status === 403) return undefined;
  if (status === 401) {
    const advice =
      "Check PLUMBLINE_USER and PLUMBLINE_PASSWORD, or credentials in the project file.";
    return failed("auth", `${target.user} is refused with ${status}`, advice);
  }
  if (status < 500) return undefined;
  const text = `${status} ${refusalText(response)}`.trim();
  return failed("address", `the server answers ${text}`, "Look into its log.");
}

function examineClock({ headers }: WireResponse, now: number): Finding {
  const there = Date.parse(headers["date"] ?? "");
  if (Number.isNaN(there)) return ok("clock", "the server does not say what time it has");
  const apart = Math.abs(there - now);
  const seconds = Math.round(apart / 1_000);
  if (apart < CLOCK_MS) return ok("clock", `${seconds} s from the clock of the server`);
  const message = `the clocks of this machine and of the server are ${seconds} s apart`;
  return warning("clock", message, "Set both by NTP: locks and windows of time go by them.");
}

function otherDialect({ dialect }: ServerProfile, target: Target): Finding | undefined {
  if (target.dialect === undefined || target.dialect === dialect) return undefined;
  const message = `the project file wants the dialect ${target.dialect}, the server has ${dialect}`;
  return failed("dialect", message, "Check the address, or dialect in the project file.");
}

function versionOf({ software, version, dialect, digests }: ServerProfile): Finding {
  const name = software === "plumbline" ? "Plumbline" : "GeoServer";
  const fast = digests ? "; shows by digest what changed" : "";
  return ok("version", `${name} ${version}, dialect ${dialect}${fast}`);
}

/** The GeoServer line and its notes (docs/versions.md). */
function lineOf({ version, line: found }: ServerProfile): readonly Finding[] {
  if (found === undefined) return [];
  const { line, isKnown } = found;
  const notes = ok("line", `${line}: ${notesOf(line).join("; ")}`);
  if (isKnown) return [notes];
  const { message, hint } = unknownLine(version, line);
  return [warning("line", message, hint), notes];
}
