-- How many people searched for the keywords of a campaign, counted by a job.
create table keyword_count (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  keyword text not null,
  target_location text not null check (target_location in ('National Targeting', 'State', 'Zip Code')),
  states text[] not null default '{}',
  -- Each with its state behind it.
  cities text[] not null default '{}',
  zips text[] not null default '{}',
  -- 1 counts people nationwide; 2 says only whether there are enough of them.
  api_version smallint not null check (api_version in (1, 2)),
  status text not null check (status in ('pending', 'done', 'error')),
  -- Percent of the job's steps.
  progress smallint not null default 0 check (progress between 0 and 100),
  failure text check (failure in ('too_long', 'unavailable')),
  -- 0 stands for none and for fewer than are told: the number itself is not kept.
  count_without_geo integer,
  count integer,
  -- Who is mailed when it is done.
  requested_by uuid not null,
  created_at timestamptz not null,
  -- When it was queued last: a count that is tried again goes to the end.
  queued_at timestamptz not null,
  finished_at timestamptz,
  primary key (agency_id, id)
);
create index keyword_count_of_campaign on keyword_count (agency_id, campaign_id, created_at desc, id desc);
create index keyword_count_pending on keyword_count (agency_id, queued_at, id) where status = 'pending';
select tenant_policies('keyword_count', 'select, insert, update, delete');

-- People by phrase, read from the index alone: an id begins with its time. It takes the place of an index by the signal's
-- own ZIP code, which most signals do not have; campaigns ask where a person lives, and so do counts.
create index signal_of_people on signal (phrase_id, kind, person_id) include (id);
drop index signal_of_phrase;
create index person_of_zip on person (zip) include (id, state);
