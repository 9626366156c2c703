/** What a catalog holds, found without being reported what to look for. */
import { expect, test } from "vitest";
import { formatAddress } from "../../src/model/address.ts";
import { survey, type SurveyWants } from "../../src/reconciler/engine/inspect/survey.ts";
import { kinds } from "../../src/reconciler/kinds/registry.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { connectTo, writesIn } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { serverNames, servers } from "../support/servers/servers.ts";
import { oneByFile } from "../support/run/scale.ts";

const ESTATE = `apiVersion: plumbline/v1
kind: Workspace
metadata: { name: terrain }
spec: { namespace: "http://example.org/t" }
---
apiVersion: plumbline/v1
kind: CoverageStore
metadata: { workspace: terrain, name: relief }
spec: { type: GeoTIFF, url: "file:data/relief.tif" }
---
apiVersion: plumbline/v1
kind: Coverage
metadata: { workspace: terrain, name: heights }
spec: { store: relief, nativeName: relief }
---
apiVersion: plumbline/v1
kind: DataStore
metadata: { workspace: terrain, name: db }
spec: { type: PostGIS, connectionParameters: { dbtype: postgis, host: db.example.org } }
---
apiVersion: plumbline/v1
kind: FeatureType
metadata: { workspace: terrain, name: contours }
spec: { store: db }
---
apiVersion: plumbline/v1
kind: Role
metadata: { name: ROLE_SURVEYOR }
spec: {}
---
apiVersion: plumbline/v1
kind: User
metadata: { name: ann }
spec: { password: { fromEnv: ANN }, roles: [ROLE_SURVEYOR] }
---
apiVersion: plumbline/v1
kind: AccessRules
metadata: { name: services }
spec: { domain: services, mode: merge, rules: { "wfs.Transaction": [ROLE_SURVEYOR] } }
---
apiVersion: plumbline/v1
kind: CatalogMode
metadata: { name: catalog }
spec: { mode: CHALLENGE }
---
apiVersion: plumbline/v1
kind: AppSchemaStore
metadata: { workspace: terrain, name: gauges }
spec: { mapping: ./gauges.appschema }
---
apiVersion: plumbline/v1
kind: Style
metadata: { workspace: terrain, name: drawn }
spec: { source: ./drawn.sld }
---
apiVersion: plumbline/v1
kind: LayerGroup
metadata: { workspace: terrain, name: network }
spec: { mode: NAMED, layers: [{ layer: contours, style: drawn }, { layer: Station }] }
`;

test.for(oneByFile(import.meta.url, serverNames))(
  "everything that was applied is found, %s",
  async (name) => {
    const app = await servers[name]();
    const folder = temporaryFolder();
    writeFiles(folder, {
      "estate.yaml": ESTATE,
      "gauges.appschema": mapping(["t:Station"]),
      "drawn.sld": sld(),
    });
    const applied = await applyFolder(app, folder, {
      environment: { ANN: "a password of ann" },
      allow: ["catalog-mode", "public-access"],
    });
    expect(applied.result?.converged, JSON.stringify(applied.planned.diagnostics)).toBe(true);
    const { resources } = applied.planned.desired.state;
    const declared = resources.map(({ address }) => formatAddress(address));
    const connection = await connectTo(app);
    const { read, server, account, log } = connection;
    const look = async (wants?: SurveyWants) => {
      const context = { read, server, account };
      const lives = await survey({ kinds, context, ...(wants === undefined ? {} : { wants }) });
      return lives.map(({ address }) => formatAddress(address));
    };
    const all = await look();
    expect(declared.filter((address) => !all.includes(address))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    // Layers that nobody declares come with what publishes them.
    expect(all).toEqual(expect.arrayContaining(["Layer/terrain:heights", "Layer/terrain:Station"]));
    for (const kind of ["Style", "Layer", "FeatureType", "ServiceRule", "User"]) {
      const own = (address: string) => address.startsWith(`${kind}/`);
      const wants = { kind: (one: string) => one === kind, address: () => true };
      expect(await look(wants), kind).toEqual(all.filter(own));
    }
    expect(writesIn(log)).toEqual({ catalog: [], bookkeeping: [] });
  },
);
