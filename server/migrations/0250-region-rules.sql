-- Where an agency lets nobody be identified, by the state of people's homes.
alter table brand add column forbidden_states text[] not null default '{}';
