/** Advice for each finding in a data folder. */
import type { CheckFindingCode } from "../catalog/check-finding.ts";

const RESTORE = "Restore a backup into an empty folder";

/** Advice as sentences, by code. */
export const advice: Readonly<Record<CheckFindingCode, string>> = {
  "catalog-missing": `${RESTORE}, or put catalog.db back.`,
  "catalog-older": `Put the newer catalog.db back, or restore a backup; --accept-older-catalog of serve goes on with this one.`,
  "catalog-version": "Use the Plumbline that wrote it, or a newer one.",
  "change-unfinished": "The next start puts it back.",
  "content-damaged": "Send it again to replace it, or restore a backup.",
  "content-missing": "Send it again, or restore a backup.",
  "content-unused": "It only takes room.",
  "database-damaged": `${RESTORE}.`,
  "file-damaged": "Upload it again; who changed it on purpose can leave it.",
  "file-missing": "Upload it again, or remove its granules.",
  "folder-missing": `Upload its granules again, or restore a backup.`,
  "folder-of-another": "Put the folder back that was there.",
  "folder-unknown": "The next start sets it aside in .orphans.",
  "granule-missing": "Put it back, or remove its granules.",
  "index-missing": "Delete the store, then upload it again.",
  "index-unknown": "It only takes room.",
  "keystore-closed":
    "Give the right one by PLUMBLINE_MASTER_PASSWORD, or restore keystore-password from a backup.",
  "link-wrong": `${RESTORE}, or write the object again.`,
  "log-damaged": "The next start uses the rest. Check what is missing, or restore a backup.",
  orphans: "Look at them; plumbline check --remove-orphans deletes them.",
  "record-damaged": `${RESTORE}, or write the object again.`,
  "record-dangling": "Write the object again, or delete it.",
  "secret-damaged": "Write the store again with its password.",
};
