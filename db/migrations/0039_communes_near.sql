-- expand: communes are found by their place on the map.

create index communes_near on communes (latitude, longitude) where latitude is not null;
