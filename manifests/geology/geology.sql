-- What the mappings of this folder read: psql -d geology -f manifests/geology/geology.sql
-- The user geology is let in from the server's own machine without a password; where it wants one: examples/03-app-schema-store.
create table borehole (id integer primary key, name text, depth double precision);
create table drill_rig (id integer primary key, name text);
create table sample (id integer primary key, borehole_id integer references borehole);
insert into borehole values (1, 'North', 120.5), (2, 'South', 80);
insert into drill_rig values (1, 'Rig A');
insert into sample values (1, 1), (2, 1);
