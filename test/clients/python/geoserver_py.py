"""The public calls of geoserver-py: it speaks JSON."""
from calls import PASSWORD, SLD, SQL, URL, USER, call, refused, tell
from geoserver import GeoServer

geo = GeoServer(URL, username=USER, password=PASSWORD)
for read in ["get_manifest", "get_version", "get_status", "get_system_status", "get_fonts", "get_logging", "get_users"]:
    call(read, getattr(geo, read))
call("create_workspace_from_name", lambda: geo.create_workspace_from_name("w"))
call("create_workspace again", lambda: refused(lambda: geo.create_workspace_from_name("w")), bool)
call("get_workspace", lambda: geo.get_workspace("w"), lambda w: w["workspace"]["name"] == "w")
call("workspace_exists", lambda: geo.workspace_exists("w"), lambda is_there: is_there is True)
call("workspace_exists of none", lambda: geo.workspace_exists("x"), lambda is_there: is_there is False)
call("get_namespace", lambda: geo.get_namespace("w"), lambda n: n["namespace"]["prefix"] == "w")
entries = [{"@key": k, "$": v} for k, v in {"host": "db", "database": "gis", "user": "reader", "passwd": " s ", "dbtype": "postgis"}.items()]
store = {"dataStore": {"name": "db", "connectionParameters": {"entry": entries}}}
call("create_data_store", lambda: geo.create_data_store(store, workspace="w"))
call("get_data_store", lambda: geo.get_data_store("db", workspace="w"), lambda s: s["dataStore"]["type"] == "PostGIS")
call("get_data_stores", lambda: geo.get_data_stores(workspace="w"), lambda a: len(a["dataStores"]["dataStore"]) == 1)
call("update_data_store", lambda: geo.update_data_store("db", {"dataStore": {"description": "D"}}, workspace="w"))
call("reset_data_store_caches", lambda: geo.reset_data_store_caches("db", workspace="w"))
table = {"name": "view", "sql": SQL, "escapeSql": False, "keyColumn": "id", "geometry": {"name": "geom", "type": "Point", "srid": 4326}}
box = {"minx": 0, "maxx": 10, "miny": 40, "maxy": 50, "crs": "EPSG:4326"}
view = {"name": "view", "nativeName": "view", "srs": "EPSG:4326", "nativeBoundingBox": box, "latLonBoundingBox": box,
        "metadata": {"entry": {"@key": "JDBC_VIRTUAL_TABLE", "virtualTable": table}}}
here = dict(workspace="w", store="db")
call("create_feature_type", lambda: geo.create_feature_type({"featureType": view}, **here))


def sql():
    entry = geo.get_feature_type("view", **here)["featureType"]["metadata"]["entry"]
    return (entry[0] if isinstance(entry, list) else entry)["virtualTable"]["sql"]


call("a SQL view read", sql, lambda read: read == SQL)
call("update_feature_type", lambda: geo.update_feature_type("view", {"featureType": {"title": "T"}}, **here))
call("a SQL view after a change", sql, lambda read: read == SQL)
call("get_feature_types", lambda: geo.get_feature_types(**here), lambda a: len(a["featureTypes"]["featureType"]) == 1)
call("reset_feature_type_caches", lambda: geo.reset_feature_type_caches("view", **here))
entry = "<style><name>red</name><filename>red.sld</filename></style>"
call("create_style", lambda: geo.create_style(entry, workspace="w"))
call("get_style", lambda: geo.get_style("red", workspace="w"), lambda s: s["style"]["name"] == "red")
call("update_style", lambda: geo.update_style("red", SLD.replace("ff0000", "00ff00"), workspace="w"))
call("get_layer", lambda: geo.get_layer("view", workspace="w"), lambda one: one["layer"]["name"] == "view")
call("update_layer", lambda: geo.update_layer("view", {"layer": {"defaultStyle": {"name": "red"}}}, workspace="w"))
group = {"name": "g", "mode": "SINGLE", "publishables": {"published": [{"@type": "layer", "name": "w:view"}]}, "bounds": box}
call("create_layer_group", lambda: geo.create_layer_group({"layerGroup": group}, workspace="w"))
call("get_layer_group", lambda: geo.get_layer_group("g", workspace="w"), lambda g: g["layerGroup"]["name"] == "g")
call("layer_group_exists", lambda: geo.layer_group_exists("g", workspace="w"), lambda is_there: is_there is True)
call("update_layer_group", lambda: geo.update_layer_group("g", {"layerGroup": {"title": "T"}}, workspace="w"))
for service in ["wms", "wfs", "wcs", "wmts"]:
    call(f"get_{service}_settings", getattr(geo, f"get_{service}_settings"), lambda given, s=service: s in given)
    update = getattr(geo, f"update_{service}_settings")
    call(f"update_{service}_settings", lambda s=service, u=update: u({s: {"enabled": True, "name": s.upper()}}, workspace="w"))
call("create_role", lambda: geo.create_role("READER"))
call("get_roles", geo.get_roles, lambda roles: "READER" in str(roles))
call("delete_role", lambda: geo.delete_role("READER"))
call("create_user_group", lambda: geo.create_user_group("group"))
call("delete_user_group", lambda: geo.delete_user_group("group"))
call("reload", geo.reload)
call("reset", geo.reset)
call("delete_layer_group", lambda: geo.delete_layer_group("g", workspace="w"))
call("delete_layer", lambda: geo.delete_layer("view", workspace="w"))
call("delete_feature_type", lambda: geo.delete_feature_type("view", recurse=True, **here))
call("delete_style", lambda: geo.delete_style("red", workspace="w", purge=True))
call("delete_data_store", lambda: geo.delete_data_store("db", workspace="w", recurse=True))
call("delete_workspace", lambda: geo.delete_workspace("w", recurse=True))
call("a deleted workspace", lambda: geo.workspace_exists("w"), lambda is_there: is_there is False)
tell()
