-- Leads of a hold that an agency took for forged: the operator, whose share goes back with the client's price, voids them.
create table burst_void (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  which text not null check (which in ('usual', 'apart')),
  held_at timestamptz not null,
  burst_from timestamptz not null,
  asked_at timestamptz not null,
  asked_by uuid not null,
  credited_at timestamptz,
  credited_by uuid,
  leads integer not null default 0,
  retail_e4 bigint not null default 0,
  wholesale_e4 bigint not null default 0,
  primary key (agency_id, id),
  unique (agency_id, campaign_id, which, held_at)
);
create index burst_void_of_root on burst_void (root_id, asked_at);
select tenant_policies('burst_void', 'select, insert, update');
