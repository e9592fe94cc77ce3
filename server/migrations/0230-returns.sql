-- Leads that clients give back, and what follows from it: credits in all legs, money back in its lots, matches that are trusted
-- less (decision 67).

-- A client's wish to give a lead back, and what became of it. A lead is asked for once.
create table lead_return (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  lead_id uuid not null,
  reason text not null check (reason in
    ('wrong_number', 'bounced_email', 'outside_area', 'duplicate', 'opted_out', 'other')),
  detail text not null default '' check (length(detail) <= 500),
  state text not null check (state in ('pending', 'accepted', 'refused')),
  -- The lead's month in its client's calendar, whose share it counts against; null where none applies.
  month date,
  requested_at timestamptz not null,
  requested_by uuid not null,
  -- Accepted by itself then, unless somebody decided before.
  decide_by timestamptz not null,
  decided_at timestamptz,
  -- Null where the rule decided.
  decided_by uuid,
  -- What a refusal says.
  answer text not null default '' check (length(answer) <= 500),
  primary key (agency_id, id),
  check ((state = 'pending') = (decided_at is null))
);
create unique index lead_return_of_lead on lead_return (agency_id, lead_id);
create index lead_return_newest on lead_return (agency_id, client_id, requested_at desc, id desc);
create index lead_return_of_month on lead_return (agency_id, client_id, month) where month is not null and state <> 'refused';
create index lead_return_due on lead_return (root_id, decide_by, id) where state = 'pending';
create index lead_return_pending on lead_return (agency_id, requested_at, id) where state = 'pending';
select tenant_policies('lead_return', 'select, insert, update');

-- The agency's word about returns, for all of its clients or for one. Its clients read it, so it has no tenant policy; it holds
-- numbers.
create table return_rule (
  agency_id uuid not null,
  -- The agency's own id, or a client's.
  company_id uuid not null,
  root_id uuid not null,
  window_days smallint not null check (window_days between 1 and 90),
  share_percent smallint not null check (share_percent between 0 and 100),
  accepts_itself boolean not null,
  primary key (agency_id, company_id)
);
grant select, insert, update, delete on return_rule to leadloom_app;

-- How often leads that one way found a person by were given back: by a hash, a cookie of the client's site, searches, a company.
create table match_doubt (
  agency_id uuid not null,
  person_id bigint not null,
  client_id uuid not null,
  way text not null check (way in ('hash', 'cookie', 'signal', 'company')),
  root_id uuid not null,
  returns integer not null check (returns > 0),
  primary key (agency_id, person_id, client_id, way)
);
select tenant_policies('match_doubt', 'select, insert, update, delete');

-- A credit follows from a change of an exclusion list or from a return.
alter table lead_credit alter column change_id drop not null;
alter table lead_credit add column return_id uuid;
alter table lead_credit add constraint lead_credit_cause_check check (num_nonnulls(change_id, return_id) = 1);
create index lead_credit_of_return on lead_credit (agency_id, return_id) where return_id is not null;

-- What a returned lead had taken comes back into its lot.
alter table prepaid_use drop constraint prepaid_use_kind_check;
alter table prepaid_use add constraint prepaid_use_kind_check check (kind in ('leads', 'expiry', 'refund', 'return'));
