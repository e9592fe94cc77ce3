-- How much of its share of an agency's leads an operator lets come back without being asked, and what agencies claim beyond that
-- (decision 223).

-- The operator's rule for one agency, or, under its own id, for all that have none. Agencies read it and it holds numbers, so it has no
-- tenant policy. Without a row the usual rule applies, also to what was installed before.
create table share_rule (
  root_id uuid not null,
  agency_id uuid not null,
  -- Otherwise everything comes back at once.
  is_limited boolean not null,
  share_percent smallint not null check (share_percent between 0 and 100),
  within_days smallint not null check (within_days between 0 and 365),
  primary key (root_id, agency_id)
);
grant select, insert, update, delete on share_rule to leadloom_app;

-- What came back to an agency within its allowance, by month of its calendar. The row's lock keeps two claims from using the same room.
create table share_month (
  agency_id uuid not null,
  month date not null,
  root_id uuid not null,
  -- What an agency pays is no business of its clients.
  client_id uuid check (client_id is null),
  used_e4 bigint not null default 0 check (used_e4 >= 0),
  -- The largest allowance under which something came back.
  most_e4 bigint not null default 0,
  primary key (agency_id, month),
  constraint share_month_allowance_check check (used_e4 <= most_e4)
);
select tenant_policies('share_month', 'select, insert, update');

-- Each part of the operator's share that came back to an agency, or is to.
create table share_claim (
  agency_id uuid not null,
  -- The transfer that gives it back.
  id uuid not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  source text not null check (source in ('return', 'exclusion', 'refund')),
  -- The return, the change of an exclusion list or the refund that it follows from.
  cause_id uuid not null,
  credit_id uuid,
  amount_e4 bigint not null check (amount_e4 > 0),
  month date not null,
  -- Free: of the operator's own doing, or from before there were allowances. Withdrawn: its cause ended while it waited.
  state text not null check (state in ('free', 'within', 'waiting', 'accepted', 'declined', 'withdrawn')),
  -- Why it waited for the operator.
  excess text check (excess in ('share', 'late')),
  claimed_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  -- When the transfer was reversed.
  reversed_at timestamptz,
  primary key (agency_id, id),
  check ((state in ('accepted', 'declined')) = (decided_at is not null))
);
create index share_claim_of_month on share_claim (agency_id, month);
create index share_claim_of_cause on share_claim (agency_id, cause_id);
create index share_claim_newest on share_claim (agency_id, claimed_at desc, id) where excess is not null;
create index share_claim_waiting on share_claim (root_id, claimed_at) where state = 'waiting';
select tenant_policies('share_claim', 'select, insert, update');

-- A credit whose agency leg waits for the operator, or was declined.
alter table lead_credit add column wholesale_held boolean not null default false;
alter table lead_credit add constraint lead_credit_held_check
  check (not wholesale_held or (wholesale_e4 = 0 and not wholesale_refunded));
-- When the operator gave it back; null where that was with the credit itself.
alter table lead_credit add column wholesale_credited_at timestamptz;
-- Follows from the operator's own exclusion list, so that it needs no allowance.
alter table lead_credit add column by_operator boolean not null default false;
alter table lead_credit_skipped add column by_operator boolean not null default false;

-- What came back before, of every operator: while row-level security is forced, its owner sees none of it.
alter table lead_credit no force row level security;
alter table lead_credit_skipped no force row level security;
alter table exclusion_change no force row level security;
alter table refund no force row level security;
alter table ledger_transfer no force row level security;
-- A change of the operator's list lies beside no agency's rows, so it is not joined with them.
do $$
declare
  changes uuid[] := (select coalesce(array_agg(id), '{}') from exclusion_change where level = 'root');
begin
  update lead_credit set by_operator = true where change_id = any (changes);
  update lead_credit_skipped set by_operator = true where change_id = any (changes);
end $$;
insert into share_claim (agency_id, id, root_id, source, cause_id, credit_id, amount_e4, month, state, claimed_at, reversed_at)
select agency_id, (left(id::text, 35) || '2')::uuid, root_id, case when return_id is null then 'exclusion' else 'return' end,
       coalesce(return_id, change_id), id, wholesale_e4, date_trunc('month', credited_at at time zone 'UTC')::date, 'free', credited_at,
       reversed_at
  from lead_credit where wholesale_e4 > 0;
insert into share_claim (agency_id, id, root_id, source, cause_id, amount_e4, month, state, claimed_at, reversed_at)
select t.agency_id, t.id, t.root_id, 'refund', r.id, t.amount_e4, date_trunc('month', t.created_at at time zone 'UTC')::date, 'free',
       t.created_at, case r.state when 'failed' then r.ended_at end
  from refund r join ledger_transfer t on t.agency_id = r.agency_id and t.reference_id = r.id and t.kind = 'agency_credit'
 where r.client_id is not null;
alter table lead_credit force row level security;
alter table lead_credit_skipped force row level security;
alter table exclusion_change force row level security;
alter table refund force row level security;
alter table ledger_transfer force row level security;
