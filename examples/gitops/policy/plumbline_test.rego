# What the rules say of small plans: conftest verify --policy examples/gitops/policy
package main

import rego.v1

empty := {"changes": [], "blocks": [], "orphans": [], "takeovers": []}

with_change(change) := object.union(empty, {"changes": [object.union(
	{
		"address": "Style/a", "kind": "Style", "action": "delete", "unowned": false,
		"fields": [], "cannot_come_back": [],
	},
	change,
)]})

test_nothing_to_say if {
	count(deny) == 0 with input as empty
	count(deny) == 0 with input as {"plan": with_change({})}
}

test_stopped if {
	deny["stopped: too many"] with input as object.union(empty, {"blocks": [{"message": "too many"}]})
}

test_unowned if {
	deny["Style/a was not made by this estate and would be deleted"] with input as {"plan": with_change({"unowned": true})}
}

test_lost if {
	count(deny) == 1 with input as with_change({"kind": "DataStore", "action": "replace", "cannot_come_back": ["rows"]})
	count(deny) == 0 with input as with_change({"kind": "DataStore", "action": "replace"})
}

test_everybody_writes if {
	write := {"kind": "AccessRule", "address": "AccessRule/roads.*.w", "action": "create"}
	count(deny) == 1 with input as with_change(object.union(write, {"fields": [{"after": ["*"]}]}))
	count(deny) == 0 with input as with_change(object.union(write, {"fields": [{"after": ["EDITOR"]}]}))
}

test_warnings if {
	count(warn) == 1 with input as object.union(empty, {"orphans": ["Style/old"]})
	count(warn) == 1 with input as object.union(empty, {"takeovers": [{"address": "Style/a", "estate": "b"}]})
}
