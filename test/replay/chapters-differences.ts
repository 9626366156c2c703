/** What both targets answer otherwise than the recorded server did line by line: it lies in the recording. */

/** Listed lines by their reason. */
export const differencesOfBoth: Readonly<Record<string, readonly string[]>> = {
  "Set up by a PUT, since the data directory of the recorded server says other texts; it writes out what was usual":
    [
      "line 3: GET /rest/services/wms/settings.xml",
      "line 4: GET /rest/services/wms/settings.json",
      "line 5: GET /rest/services/wfs/settings.xml",
      "line 6: GET /rest/services/wfs/settings.json",
      "line 7: GET /rest/services/wcs/settings.xml",
      "line 8: GET /rest/services/wcs/settings.json",
      "line 11: GET /rest/services/wms/settings",
      "line 102: GET /rest/settings.json",
      "line 103: GET /rest/settings.xml",
    ],
  "The recorded document is cut off at its 20,000th character": [
    "line 389: GET /gwc/rest/gridsets.xml",
  ],
};
