/**
 * Which real files must be refused, and why: written down from the references before the code
 * was asked. Everything that is not listed here must be accepted.
 */

/** A refusal: the file, what the message must say, and the ground for it. */
export interface Verdict {
  readonly file: string;
  readonly says: RegExp;
  readonly ground: string;
}

const NO_SOURCE =
  "a FeatureTypeMapping names a source data store that the file does not declare: the reader ends with `datastore <id> not found for type mapping`";
const NOT_IN_BUNDLE =
  "a relative include, import or schemaUri that points inside a ZIP and is not there is refused: the interface asks for every file in the ZIP (2.3)";
const NO_ELEMENT =
  "the target element is not declared by the bundle's own complete schemas: the reader ends with `descriptor <{ns}:name> not found in parsed schema`";

/** Mapping files that cannot be uploaded alone. */
export const refusedAlone: readonly Verdict[] = [
  {
    file: "gs-smart-data-loader/meteo-maintainers-appschema.xml",
    says: /datastore smartappschematest not found/,
    ground: NO_SOURCE,
  },
  {
    file: "gs-smart-data-loader/meteo-observations-appschema.xml",
    says: /datastore smartappschematest not found/,
    ground: NO_SOURCE,
  },
  {
    file: "gs-smart-data-loader/meteo-parameters-appschema.xml",
    says: /datastore smartappschematest not found/,
    ground: NO_SOURCE,
  },
  {
    file: "gs-smart-data-loader/meteo-stations-appschema.xml",
    says: /datastore smartappschematest not found/,
    ground: NO_SOURCE,
  },
];

/** Mapping files that cannot be uploaded with the folder they lie in. */
export const refusedPacked: readonly Verdict[] = [
  ...refusedAlone,
  {
    file: "gs-smart-data-loader/meteo-stations-appschema-cyclic.xml",
    says: /descriptor <\{[^}]*\}:MeteoTestFeature> not found in parsed schema/,
    ground: NO_ELEMENT,
  },
  {
    file: "cgi-BoM_GW_Aquifer/gwml2_GW_Aquifer.xml",
    says: /include gwml2_GW_UnitFluidProperty\.xml is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
  {
    file: "gs-WmsDataReferenceData-gsml_GeologicUnit/gsml_GeologicUnit.xml",
    says: /include GU_CGITermValue\.xml is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
  {
    file: "gs-WmsDataReferenceData-gsml_MappedFeature/gsml_MappedFeature.xml",
    says: /include MF_CGITermValue\.xml is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
  {
    file: "gs-mongo-stations/mappings/stations.xml",
    says: /schemaUri stations\.xsd is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
  {
    file: "gs-test-SRSTest/SRSTest.xml",
    says: /schemaUri NestedGeometry\.xsd is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
  {
    file: "gs-test-polymorphism/polymorphism.xml",
    says: /include CGITermValue\.xml is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
  {
    file: "gt-test-BoreholeTest_properties/BoreholeTest_properties.xml",
    says: /schema .*sampling\.xsd is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
  {
    file: "gt-test-MappedFeatureMissingNamespaceXlink/MappedFeatureMissingNamespaceXlink.xml",
    says: /schema CGI_basicTypes\.xsd is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
  {
    file: "gt-test-TimeSeriesTest_properties/TimeSeriesTest_properties.xml",
    says: /schema SampleSite\.xsd is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
  {
    file: "gt-test-mappedPolygons/mappedPolygons.xml",
    says: /schema geosciml\.xsd is not in the bundle/,
    ground: NOT_IN_BUNDLE,
  },
];

const ILL_FORMED = "not well-formed XML: every reader of styles refuses it";
const DOCTYPE = "DOCTYPE is refused everywhere: entities are how styles read files they should not";

/** SLD files that are refused. */
export const refusedStyles: readonly Verdict[] = [
  {
    file: "text__MarkCupitt__GISDATA.NAVTEQRDS_ARC--Default.sld",
    says: /The root element is GetMap/,
    ground:
      "a WMS request with a style inside it: readers know StyledLayerDescriptor and a bare UserStyle as roots",
  },
  { file: "doctype__OpenTransitTools__rail.sld", says: /DOCTYPE is refused/, ground: DOCTYPE },
  {
    file: "doctype__geosolutions-it__externalEntities.sld",
    says: /DOCTYPE is refused/,
    ground: DOCTYPE,
  },
  {
    file: "ill-formed__MarkCupitt__geonode_loss_map2.sld",
    says: /tag mismatch/,
    ground: ILL_FORMED,
  },
  {
    file: "ill-formed__MarkCupitt__rogue_airfields_areas.sld",
    says: /Start tag expected/,
    ground: "a word processor's file (RTF), not XML",
  },
  {
    file: "ill-formed__MarkCupitt__rogue_airfields_lines.sld",
    says: /Start tag expected/,
    ground: "a word processor's file (RTF), not XML",
  },
  {
    file: "ill-formed__sigrennesmetropole__ign_bdtopo_bati_equip.sld",
    says: /prefix se on Name is not defined/,
    ground: "an unbound prefix: not namespace-well-formed",
  },
  {
    file: "ill-formed__sigrennesmetropole__ign_bdtopo_toponymie_zone_reglementee.sld",
    says: /Extra content/,
    ground: ILL_FORMED,
  },
  {
    file: "ill-formed__sigrennesmetropole__materiau_marquage.sld",
    says: /tag mismatch/,
    ground: ILL_FORMED,
  },
  {
    file: "ill-formed__sigrennesmetropole__top25_tache_urbaine_plg.sld",
    says: /XML declaration allowed only at the start/,
    ground: ILL_FORMED,
  },
  {
    file: "version-missing-or-odd__IMASau__SeamapAus_ET_EOMAP_CocosKeeling_grp.sld",
    says: /Unsupported version '0\.7'/,
    ground: "an XML declaration of version 0.7: only 1.0 is XML here",
  },
];

/** SLD files that a stock server's door, and so the `geoserver` dialect's, refuses; plans send them without the mark. */
export const markedStyles: readonly Verdict[] = [
  "bom__MarkCupitt__GISDATA.HYDRO25K_ARC--5_Categories_12000_to_100000.sld",
  "bom__MarkCupitt__GISDATA.HYDRO25K_POLY--4_Categories_12000_to_100000.sld",
  "bom__MarkCupitt__GISDATA.OPENSPACE_POLY--Protected_Max_100000_Transparent.sld",
  "bom__MarkCupitt__GISDATA.WETLANDSDEP_POLY--4_Categories_Max_12000.sld",
  "bom__sigrennesmetropole__arrete_munic_plg.sld",
  "bom__sigrennesmetropole__gestionnaire_vh_lgn.sld",
  "bom__sigrennesmetropole__ign_bdtopo_pai_religieux_pnt.sld",
  "extgraphic__sigrennesmetropole__sv_sitorg_education.sld",
  "extgraphic__sigrennesmetropole__v_gesbac_pav.sld",
  "plain__sigrennesmetropole__bruit_ferre_habitation_2010_Lden.sld",
  "plain__sigrennesmetropole__commune_emprise_plg.sld",
  "plain__sigrennesmetropole__metro_ouvrage.sld",
  "plain__sigrennesmetropole__v_rm_contour_lgn.sld",
  "text__sigrennesmetropole__mnt_point_culminant.sld",
  "v1.1-raster__sigrennesmetropole__ortho_2017.sld",
].map((file) => ({
  file,
  says: /Content is not allowed in prolog/,
  ground: "a byte order mark in front: a stock server's parser takes it for text before the prolog",
}));

/** SLD files that a stock server, and so the `geoserver` dialect, refuses of everybody. */
export const layeredStyles: readonly Verdict[] = [
  "multi-namedlayer__IMASau__CoralSea_seamounts_surface.sld",
  "multi-namedlayer__geosolutions-it__BasicStyleGroup.sld",
  "multi-namedlayer__geosolutions-it__MultiNamedLayers.sld",
  "multi-namedlayer__geosolutions-it__buildingsLakes.sld",
  "multi-namedlayer__geosolutions-it__dark-matter.sld",
  "multi-namedlayer__geosolutions-it__maptiler-basic-gl.sld",
  "multi-namedlayer__geosolutions-it__osm-bright-gl.sld",
  "multi-namedlayer__geosolutions-it__positron-gl.sld",
  "multi-namedlayer__geosolutions-it__tasmania.sld",
  "multi-namedlayer__geosolutions-it__toner-gl.sld",
  "multi-namedlayer__nlsfi__taustakartta_160k.sld",
  "multi-namedlayer__nlsfi__taustakartta_4000k.sld",
  "multi-namedlayer__nlsfi__taustakartta_8000k.sld",
  "multi-namedlayer__nlsfi__taustakartta_800k.sld",
].map((file) => ({
  file,
  says: /No layer or layer group named '[^']*' found in the catalog/,
  ground:
    "several layers, none of which is there: a stock server takes such a document for a group, and looks each layer up",
}));

/** Styles of whole data directories that are refused; the file is its path in the samples. */
export const refusedInDataDirectories: readonly Verdict[] = [
  {
    file: "ott-trimet/workspaces/ott/styles/rail.sld",
    says: /DOCTYPE is refused/,
    ground: DOCTYPE,
  },
];

/** Style packages that are refused. */
export const refusedPackages: readonly Verdict[] = [
  {
    file: "externalEntities",
    says: /^Style error\. Entity resolution disallowed/,
    ground: DOCTYPE,
  },
  ...["nls-maastokartta_250k", "nls-taustakartta", "nls-yleiskartta_1000k"].map((file) => ({
    file,
    says: /^No sld file provided:/,
    ground: "graphics of a style without the style: a package needs an SLD at its top",
  })),
];
