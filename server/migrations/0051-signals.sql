-- What people search for and read about, and which campaigns it meets.

-- Every text that a signal ever had, once. `stems` finds the texts that hold all words of a keyword.
create table signal_phrase (
  id integer generated always as identity primary key,
  text text not null unique check (length(text) between 1 and 80),
  stems text[] not null
);
create index signal_phrase_by_stem on signal_phrase using gin (stems);

-- One person searched for a phrase, or read a page about it. The operator's identity data: no tenant's. An id begins with its
-- time and ends with a hash of the rest, so that a file taken in twice changes nothing. One partition holds a day; as with
-- hits, `tx` tells how far signals are matched.
create table signal (
  id uuid not null primary key,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  at timestamptz not null,
  person_id bigint not null,
  phrase_id integer not null,
  kind text not null check (kind in ('search', 'page')),
  zip text
) partition by range (id);
create index signal_in_order on signal (tx, id);
-- Who showed an interest in a phrase, and where: read from the index alone.
create index signal_of_phrase on signal (phrase_id, zip, person_id) include (at, kind);
grant select, insert, delete on signal to leadloom_app;
grant select, insert on signal_phrase to leadloom_app;

-- How far the signals are matched with campaigns.
create table signal_watermark (
  one boolean primary key default true check (one),
  done_tx bigint not null,
  done_id uuid not null
);
insert into signal_watermark values (true, 0, '00000000-0000-0000-0000-000000000000');
grant select, update on signal_watermark to leadloom_app;

-- The same of each agency that was told of a match: a pass that was broken off tells nobody twice. Like the watermark of hits
-- it has no tenant policy and holds no personal data.
create table agency_signal_watermark (
  agency_id uuid primary key,
  root_id uuid not null,
  done_tx bigint not null,
  done_id uuid not null
);
grant select, insert, update on agency_signal_watermark to leadloom_app;

-- A person whose searches met a campaign: the latest of them, and what became of the last offer. It is kept for as long as
-- searches can count, so that whoever found the limit reached is offered again, the best first.
create table search_match (
  agency_id uuid not null,
  campaign_id uuid not null,
  person_id bigint not null,
  root_id uuid not null,
  client_id uuid not null,
  -- At most 20, newest first: when, kind, phrase, and which negative keyword it holds.
  signals jsonb not null,
  last_at timestamptz not null,
  -- Orders people by their score at any time: the score halves for everybody alike.
  rank double precision not null,
  offered_at timestamptz not null,
  -- The reason of the visit that the last offer became; null until it is resolved.
  outcome text,
  primary key (agency_id, campaign_id, person_id)
);
create index search_match_to_offer on search_match (agency_id, campaign_id, rank desc)
  where outcome in ('limit_reached', 'held', 'not_active', 'not_started');
create index search_match_old on search_match (agency_id, last_at);
select tenant_policies('search_match', 'select, insert, update, delete');
