a borehole of ours
