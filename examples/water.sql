-- What the examples with app-schema stores read: psql -d water -f examples/water.sql
create table gauge (id integer primary key, name text);
create table reading (id integer primary key, name text);
create table station (id integer primary key, name text);
insert into gauge values (1, 'Weir'), (2, 'Bridge');
insert into reading values (1, 'Morning');
insert into station values (1, 'Upper reach');
