-- In which order gateways were asked where something stands: what was asked earlier and is answered later says nothing (decision 141).
-- A number of its own, since two machines' clocks cannot tell which of them asked first.
create sequence reading_order;
grant usage on sequence reading_order to leadloom_app;
alter table dispute add column reading bigint not null default 0;
alter table connected_account add column reading bigint not null default 0;
