/** Types of stores that servers know. Data. */
import { nearest } from "../model/nearest.ts";

const data = (
  "Apache Parquet, Application Schema DataAccess, ArcGIS ReST API, CSV, DB2 NG, DB2 NG (JNDI), " +
  "Directory of spatial files (shapefiles), DuckDB, Elasticsearch, FlatGeobuf, GeoJSON, " +
  "GeoPackage, GeoParquet, Generalizing data store, H2, H2 (JNDI), H2GIS, Hana, Informix, " +
  "JDBC based OpenSearch store, KML Feature Store, MBTiles with vector tiles, " +
  "Microsoft SQL Server, Microsoft SQL Server (JNDI), Microsoft SQL Server (JTDS Driver), " +
  "MongoDB, MongoDB Schemaless, MySQL, MySQL (JNDI), OGR, Oracle NG, Oracle NG (JNDI), " +
  "Oracle NG (OCI), PMTiles, PostGIS, PostGIS (JNDI), Properties, SAP HANA, SOLR, STAC-API, " +
  "Shapefile, SingleStore, Smart Data Loader, SpatiaLite, Teradata, Vector Mosaic Data Store, " +
  "Vector Product Format Library, Web Complex Feature Server (NG), Web Feature Server (NG)"
).split(", ");

const coverages = (
  "AIG, ArcGrid, CoverageView, DTED, ECW, EHdr, ENVIHdr, ERDASImg, GRIB, GeoPackage (mosaic), " +
  "GeoTIFF, Gtopo30, ImageMosaic, ImageMosaicJDBC, ImagePyramid, JP2ECW, JP2K (Direct), " +
  "JP2MrSID, MBTiles, MrSID, NITF, NetCDF, RPFTOC, S3GeoTiff, SRP, VRT, WorldImage"
).split(", ");

const types = { data, coverage: coverages } as const;

/** Shorter names resemble too many others. */
const SPECIFIC = 5;

/** The known type that a misspelt one resembles. Extensions add further types. */
export function typeMeant(type: string, of: keyof typeof types): string | undefined {
  const known = types[of];
  if (known.includes(type) || type.length < SPECIFIC) return undefined;
  return nearest(type, known);
}
