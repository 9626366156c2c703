/** Certificates of servers under test, made by openssl. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../run/folders.ts";

/** Whether certificates can be made here; says so where not. `what` is what is left out without. */
export function canCertify(what: string): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    process.stderr.write(`SKIPPED, openssl is missing: ${what}\n`);
    return false;
  }
}

/** A key and a certificate of localhost that nobody vouches for, as PEM; it ends in three days. */
export function makeCertificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = [
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost,IP:127.0.0.1",
  ];
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const files = ["-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", "-days", "3", ...made, ...subject, ...files], {
    stdio: "ignore",
  });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
