-- What gateways tell of, as they sent it: stored before it is acknowledged, applied once in whatever order it came, and kept
-- for a while so that it can be applied anew. It belongs to no tenant until it is read, and no call shows it.
create table gateway_event (
  gateway text not null,
  id text not null check (length(id) <= 255),
  kind text not null check (length(kind) <= 255),
  body bytea not null,
  received_at timestamptz not null,
  -- received: waits, perhaps for an object that is not known yet. ignored: it concerns nothing that is kept.
  state text not null check (state in ('received', 'applied', 'ignored')),
  ended_at timestamptz,
  primary key (gateway, id),
  check ((state = 'received') = (ended_at is null))
);
create index gateway_event_to_apply on gateway_event (received_at, gateway, id) where state = 'received';
create index gateway_event_received on gateway_event (received_at);
grant select, insert, update, delete on gateway_event to leadloom_app;
