/** What pages of ours may load: what lies beside them, and nothing from elsewhere (docs/compatibility.md, "Console"). */

/** The policy of a page that brings its scripts in files, and its styles from these sources. */
export function pagePolicy(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** That of the consoles: no styles but those of their files; maps are drawn, and loaded from nowhere. */
export const CONSOLE_POLICY = pagePolicy("'self'");
