/** The script of a report page: reads the data of the page, and draws parts on demand. */
import { listChanges } from "./changes.ts";
import type { PageData } from "./data.ts";
import { addFilters } from "./filters.ts";
import { openGraph } from "./graph.ts";
import { drawMaps } from "./maps.ts";
import { openForPrint } from "./print.ts";
import { listRequests } from "./requests.ts";
import { showChanges } from "./shown.ts";

const text = document.querySelector("#data")?.textContent ?? "";
const data = JSON.parse(text) as PageData;
const listed = listChanges(data.changes, (address) => graph?.wayTo(address));
const list = showChanges(listed);
const graph = openGraph(data, list.reveal);
addFilters(listed, list);
openForPrint(list);
listRequests(data.requests);
drawMaps(data.maps);
