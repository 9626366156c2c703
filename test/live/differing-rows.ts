/**
 * Rows of the contract tables that a released server answers otherwise, by line, each with why. The lane fails
 * over a row that differs and is not listed, and over one that is listed and holds.
 */
import type { DialectLine } from "../../src/model/dialect.ts";

/** Rows by table that differ for one reason; of rows that share a name the later ones have a number. */
interface Differing {
  readonly because: string;
  /** Whether some servers of the line answer as the table says. */
  readonly sometimes?: true;
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

/** As GeoServer 2.28.2 answered, on Tomcat 9, with the smallest data directory that comes with it. */
const of228: readonly Differing[] = [
  {
    because: "A refusal is told in one line, or in other words; ours says beside it what is wrong.",
    rows: {
      "users and groups": ["without a word about being enabled"],
      "app-schema stores": [
        "a ZIP whose includes go in a circle",
        "a name that another store maps",
      ],
      "as recorded: what is published": [
        "a layer that is missing",
        "a user of whom it is not said whether it is enabled",
      ],
      "layers of cascaded wms stores": ["of a missing store"],
      "layers of cascaded wmts stores": ["of a missing store"],
      "layer groups: refusals": [
        "an Earth Observation group without its layer",
        "change a missing one",
        "remove a missing one",
      ],
      "styles: moves and defaults": ["onto a name that is taken"],
      "styles: entries and SLD": ["33 an external entity"],
    },
  },
  {
    because: "A user without a word on being enabled was not made.",
    rows: {
      "users and groups": ["an update keeps what it does not name"],
    },
  },
  {
    because: "Lists, maps and granules come in no order there, and the table expects one.",
    rows: {
      "app-schema stores": ["18 its parameters"],
      mosaics: ["58 4.3 2.6 granules", "58 in pages", "58 in JSON"],
    },
  },
  {
    because:
      "Nothing lies behind what the table declares: a server that opens stores, rasters and tables refuses it, or shows what follows from that.",
    rows: {
      "app-schema stores": [
        "14 interface 4.1: PUT of a ZIP makes a store with its types",
        "included types are not published",
        "a ZIP over a ZIP",
        "a store that only keeps its mapping is not opened, so nothing collides",
        "the local name alone is no clash",
        "a published name that another store has gets a number",
        "the number",
      ],
      "data stores by document": [
        "the type and the namespace are derived, the password is sealed",
        "exactly these two",
      ],
      "as recorded: what is published": [
        "the word for the default workspace, of a coverage store",
        "a coverage of which only the name is said",
      ],
      "coverage stores": [
        "sealed",
        "with nothing of its links and dates",
        "with a coverage",
        "64 delete a store that has coverages",
        "rename to a name that is taken",
        "rename",
        "under its new name",
        "its coverage came along",
        "and the coverage's layer",
        "delete with everything; purge finds no index",
        "84 no rule",
        "the default workspace by its word",
        "read by its word",
        "a coverage",
        "11 nor is its namespace",
        "the coverage came along",
        "the layer came along",
      ],
      coverages: [
        "56 create by name alone (interface 2.7)",
        "its layer is a raster one",
        "the layer in XML",
        "create again",
        "create with many fields",
        "both are listed by the store",
        "and by the workspace",
        "a change keeps what it does not name",
        "null un-sets",
        "an empty list un-sets too",
        "disable",
        "disabled",
        "reset by POST",
        "reset by PUT",
        "a coverage",
        "a feature type",
        "a feature type of the coverage's name",
        "a rename to it",
        "another default style for its layer",
        "rename",
        "under its new name",
        "its layer came along",
        "and the layer's rules",
        "changes nothing",
        "the old name is free",
        "delete a coverage that has a layer",
        "delete it with its layer",
        "no rule",
        "delete a layer alone",
        "its coverage stays",
        "and goes without recurse then",
        "once more",
        "delete a layer with its coverage",
        "a coverage drawn with it",
        "set",
        "a raster layer falls back to raster",
      ],
      "feature types by document": [
        "create by name alone",
        "the flags of a stock server, in its order",
        "its layer",
        "create again",
        "no name",
        "another store in the body",
        "to the workspace, with a store",
        "in that store, and enabled",
        "is the one that is taken",
        "taken",
        "many fields",
        "are shown",
        "a change keeps the rest",
        "flags that are set",
        "are shown as such",
        "another word lists what is configured",
        "rename to a name that is taken",
        "rename",
        "with its layer",
        "and the rule",
        "reset by POST",
        "reset by PUT",
        "delete one that has a layer",
        "delete with the layer",
        "a type",
        "a layer without attribution",
        "with attribution, path, authorities, identifiers",
        "another change keeps them",
      ],
      "feature types of a mapping by document": [
        "a mapped type",
        "and adds none",
        "taken",
        "gets a number",
      ],
      "requests of the Python clients": [
        "has a derived type",
        "a coverage to a list with a suffix",
        "a coverage with a null title",
        "is called as it is named",
        "time by a map with single quotes",
        "is kept",
        "a type to a list with a slash, a flag as Python writes it",
        "reads true",
        "an edit with a suffix",
        "an SQL view",
        "is kept with its SQL",
        "one in JSON without SQL",
        "a title keeps the view",
        "kept whole",
        "another entry alone drops it",
        "dropped",
        "keywords with a language and a vocabulary",
        "are kept in their order",
        "by its long one",
        "is kept (2)",
        "a layer saved whole",
        "stays enabled",
        "boxes sent alone",
        "nothing sent, boxes asked to be calculated",
        "the boxes that were sent stay",
      ],
      "layer groups: what documents declare": [
        "a coverage",
        "is shown as it was given",
        "on its layer",
        "a raster and a vector in a group",
        "/layergroups/g.json is there",
        "/layers/w1:R.json is there",
        "a coverage in a group",
        "/layergroups/g.xml is there",
        "/layergroups/g.xml is there (2)",
      ],
      "manners of large bodies": ["a ZIP of 50 MB (interface 4.1)", "a ZIP of many MB in chunks"],
      "empty mosaics": ["54 takes no harvest"],
      renames: ["a feature type ways", "a feature type lakes", "a group"],
      "text answers": ["something made that is not named keeps its type"],
    },
  },
  {
    because: "Two stores may map one name there.",
    rows: {
      "app-schema stores": ["is of the same server"],
    },
  },
  {
    because: "A body that is no mapping is answered with 202, and nothing is done.",
    rows: {
      "app-schema stores": ["a mapping that is something else"],
    },
  },
  {
    because: "Where no workspace is the default one, the word for it is refused with 500.",
    rows: {
      "as recorded: workspaces": ["the word for the default one"],
    },
  },
  {
    because:
      "The servlet container answers by itself, or spells a header or a loader in its own way.",
    rows: {
      "as recorded: styles": ["the folder of it"],
      "own password": ["no password", "a blank password"],
      "styles: CSS and packages": [
        "a package with a folder that has no entry",
        "the same, named by the query",
      ],
      "tile layers": ["truncate by a type with a charset"],
    },
  },
  {
    because: "A file in a folder is linked by the type that its suffix has.",
    rows: {
      "as recorded: what is published": ["is linked as what it is, or as bytes"],
    },
  },
  {
    because: "A null leaves an empty text there.",
    rows: {
      "cascaded wms stores": ["un-set"],
      "cascaded wmts stores": ["un-set"],
    },
  },
  {
    because: "A layer that is the root of a group does not go with its store there.",
    rows: {
      "layer groups: stores that go": [
        "with recurse",
        "/layergroups/mixed.xml is there",
        "/layergroups/eo.xml is there",
      ],
    },
  },
  {
    because:
      "A layer of a type without geometry has no style and no tile layer of its own there; ours has a default one.",
    rows: {
      "layer groups: styles that go": [
        "/layergroups/g.xml is there (3)",
        "/layergroups/eo.xml is there",
      ],
      "layer groups: documents": [
        "read as XML",
        "read as JSON: texts and objects mixed in styles",
        "one member collapses in JSON, mode and bounds are filled in",
        "is handed back",
        "are left out, as those that nobody gave",
      ],
      "layer groups: changes": ["kept", "replace the whole list; the bounds stay"],
      layers: ["a layer", "is handed back in XML", "and in JSON", "kept"],
      "styles: moves and defaults": ["the layer follows"],
      "tile layers": [
        "as servers make it by themselves",
        "changes nothing, or leaves nothing",
        "with filter 0",
        "with filter 1",
        "with filter 2",
        "with filter 3",
        "with filter 4",
        "is set",
        "by the older method",
        "truncate",
        "its tile layer too",
        "so do its tile layers",
        "remove one",
        "there again",
      ],
    },
  },
  {
    because: "The footprints of a mosaic are of several parts there.",
    rows: {
      mosaics: ["57 4.3 2.5 the index"],
    },
  },
  {
    because: "A suffix stays in the identifier of a granule.",
    rows: {
      mosaics: ["60 a granule that is none"],
    },
  },
  {
    because: 'The included server does otherwise on purpose (docs/compatibility.md, "Deviations").',
    rows: {
      "resources that the catalog uses": ["is a file"],
      "styles: removal": ["44 set aside", "replaced"],
    },
  },
  {
    because: "The lane gives mappings a source that can be opened.",
    rows: {
      "resources that the catalog uses": ["its mapping is a file"],
    },
  },
  {
    because:
      "Keys of rules on requests cannot be deleted there one by one; Plumbline writes their file.",
    rows: {
      "rules on requests": [
        "and out",
        "delete, encoded once",
        "it is gone",
        "delete, encoded twice",
        "it is gone too",
      ],
    },
  },
  {
    because: "Which of several types is the first one is not settled there.",
    sometimes: true,
    rows: { "app-schema stores": ["only one"] },
  },
  {
    because:
      "The data directory of the server that was met had been set up otherwise: other services, settings, rules or folders.",
    sometimes: true,
    rows: {
      "access rules": ["74 a fresh catalog", "75 what there is now"],
      "services of the server": [
        "has these before the first change",
        "a WCS",
        "says so, and keeps its title",
        "is none",
        "is gone (3)",
      ],
      "settings, in full": ["is gone"],
      settings: ["and writes out what was not shown, or not"],
      templates: ["an empty list"],
    },
  },
  {
    because: "The row that makes it is promised by the included server alone.",
    rows: {
      "interface 4.2": [
        "the SLD in it is the content",
        "its image lies with the workspace's styles",
      ],
      "styles: CSS and packages": ["CSS comes back", "its entry", "41 its SLD", "41 by Accept"],
    },
  },
  {
    because: "A namespace goes with its workspace although a store lies in it.",
    rows: {
      namespaces: ["delete", "the workspace went along"],
    },
  },
];

const differing: Readonly<Partial<Record<DialectLine, readonly Differing[]>>> = { "2.28": of228 };

/** Why a server of a line answers a row otherwise; undefined where it must not. */
export function differingRow(
  line: DialectLine | undefined,
  table: string,
  row: string,
): Differing | undefined {
  const all = line === undefined ? [] : (differing[line] ?? []);
  return all.find(({ rows }) => rows[table]?.includes(row) === true);
}
