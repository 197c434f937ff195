-- expand: a queue begins with what is urgent. A team that has ever changed its settings keeps its order.
alter table team_settings alter column urgent_first set default true;
update team_settings set urgent_first = true where version = 1;
