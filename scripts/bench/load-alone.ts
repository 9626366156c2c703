/** The thing to compare a plan with: the manifests are loaded, parsed and hashed, and nothing else. */
import { bodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import { loadDesired } from "../../src/reconciler/manifest/resolve.ts";

const { state } = await loadDesired(process.argv.slice(2), { bodies: bodyStore() });
console.log(`${state.manifests} manifests loaded, 0 requests sent`);
