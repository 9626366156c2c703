/** Where the index of a mosaic lies: what datastore.properties says, and what is refused. */
import { describe, expect, test } from "vitest";
import { reveal } from "../../src/model/secret.ts";
import { readTexts } from "./support.ts";

const SPI = "SPI=org.geotools.data.postgis.PostgisNGDataStoreFactory";

describe("datastore.properties", () => {
  const faultsOf = (text: string) =>
    read(text)
      .problems.map(
        ({ severity, message, file, line }) => `${severity} ${file}:${line ?? ""} ${message}`,
      )
      .join("\n");
  const read = (text: string) => readTexts({ "datastore.properties": text });

  test("PostGIS, with what is odd in real files", () => {
    const {
      definition,
      password,
      problems: faults,
    } = read(
      `${SPI} \nhost=db\nport=5433 \nDatabase=GSTest\nschema=m\nuser=gis\npasswd=a\\u0020b\n` +
        "Loose\\ bbox=true #important\nmax\\ connections=10\npassword=other\ntimeout\nurl=jdbc\\:postgresql\\:x",
    );
    expect(faults).toEqual([]);
    expect(definition.index).toEqual({
      type: "postgis",
      host: "db",
      port: 5433,
      database: "GSTest",
      schema: "m",
      user: "gis",
      parameters: { "Loose bbox": "true #important", "max connections": "10", timeout: "" },
    });
    expect(password === undefined ? undefined : reveal(password)).toBe("a b");
    expect(JSON.stringify({ definition, password, faults })).not.toMatch(/a b|other/);
  });

  test("PostGIS with the least, placeholders kept", () => {
    const { definition, problems: faults } = read(`${SPI}\ndatabase=\${db}\nuser=\${user}`);
    expect(faults).toEqual([]);
    expect(definition.index).toMatchObject({
      host: "localhost",
      port: 5432,
      schema: "public",
      database: "${db}",
      user: "${user}",
    });
  });

  test.for([
    "org.geotools.geopkg.GeoPkgDataStoreFactory",
    "org.geotools.data.h2.H2DataStoreFactory",
    "org.geotools.data.shapefile.ShapefileDataStoreFactory",
  ])("%s is embedded", (spi) => {
    const { definition, problems: faults } = read(`SPI=${spi}\ndatabase=x\npasswd=hush`);
    expect(faults).toEqual([]);
    expect(definition.index).toEqual({ type: "embedded", requested: spi });
    expect(JSON.stringify(definition)).not.toContain("hush");
  });

  test.for([
    [`#\n${SPI}\nuser=u`, "error datastore.properties: The key database is missing"],
    [`${SPI}\ndatabase=d\nuser=`, "error datastore.properties:3 The key user is missing"],
    [`${SPI}\ndatabase=d\nuser=u\nport=x`, "error datastore.properties:4 port=x is no port"],
    ["host=h", "error datastore.properties: The key SPI is missing"],
    ["StoreName=ws:st", "error datastore.properties:1 StoreName=ws:st: an index in another store"],
    [
      "SPI=org.geotools.data.oracle.OracleNGDataStoreFactory",
      "an index in Oracle is not opened by the included server",
    ],
    ["SPI=org.geotools.data.oracle.OracleNGJNDIDataStoreFactory", "in a JNDI resource is not"],
    ["SPI=org.geotools.data.postgis.PostgisNGJNDIDataStoreFactory", "in a JNDI resource is not"],
    ["SPI=org.geotools.data.sqlserver.SQLServerDataStoreFactory", "in SQL Server is not"],
    ["SPI=org.geotools.stac.store.STACDataStoreFactory", "in a STAC catalog is not"],
    [
      "SPI=org.x.Unknown",
      "error datastore.properties:1 SPI=org.x.Unknown: an index in what it opens is not",
    ],
  ] as const)("%j is told", ([text, expected]) => {
    expect(faultsOf(text)).toContain(expected);
  });
});
