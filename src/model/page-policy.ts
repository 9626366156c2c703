/** Content security policy of our pages: no external sources (docs/compatibility.md, "Console"). */

/** The policy with these style and script sources. */
export function pagePolicy(styles: string, scripts = "'self'"): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The consoles use style files, and draw maps instead of loading them. */
export const CONSOLE_POLICY = pagePolicy("'self'");
