-- expand: a membership is accepted by whoever was taken into a team, or waits for them; until then the team knows it by an id of its
-- own. What older programs add counts as accepted, like all memberships from before.
alter table actor_users add column accepted_at timestamptz default now();
alter table actor_users add column waiting_id uuid;
