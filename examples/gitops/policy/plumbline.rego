# Rules of the house on plans, for conftest:
#
#   plumbline plan manifests/ --out plan.json
#   conftest test --policy examples/gitops/policy plan.json
#
# The input is a plan file, or the document of `plumbline plan -o json`.
package main

import rego.v1

plan := object.get(input, "plan", input)

changed contains change if {
	some change in plan.changes
	change.action != "none"
}

# A plan that a guard stops would not be applied anyway; here it is seen before the merge.
deny contains message if {
	some block in plan.blocks
	message := sprintf("stopped: %s", [block.message])
}

# What the estate never made is deleted by hand only.
deny contains message if {
	some change in changed
	change.action == "delete"
	change.unowned
	message := sprintf("%s was not made by this estate and would be deleted", [change.address])
}

# Workspaces and stores hold what is not in Git.
keeps := {"Workspace", "DataStore", "CoverageStore", "AppSchemaStore", "ImageMosaic"}

deny contains message if {
	some change in changed
	change.action in {"delete", "replace"}
	change.kind in keeps
	count(change.cannot_come_back) > 0
	message := sprintf("%s would be lost in part: %s", [change.address, concat("; ", change.cannot_come_back)])
}

# Nobody may write to anything without logging in.
deny contains message if {
	some change in changed
	change.kind == "AccessRule"
	some field in change.fields
	"*" in roles(field.after)
	endswith(change.address, ".w")
	message := sprintf("%s would let everybody write", [change.address])
}

roles(value) := value if is_array(value)

roles(value) := [value] if is_string(value)

warn contains message if {
	some address in plan.orphans
	message := sprintf("%s is not declared any more and stays", [address])
}

warn contains message if {
	some takeover in plan.takeovers
	message := sprintf("%s is taken over from the estate %s", [takeover.address, takeover.estate])
}
