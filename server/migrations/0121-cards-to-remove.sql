-- Cards that their gateway is to forget: replaced ones, and those of purged companies. A line stays until the gateway that
-- holds the card has confirmed it, however long that gateway is not configured here. Holds the gateway's own ids, nobody's
-- name, and belongs to no tenant: the company may be gone by then.
create table card_removal (
  gateway text not null,
  customer_id text not null,
  card_id text not null,
  asked_at timestamptz not null,
  primary key (gateway, card_id)
);
grant select, insert, delete on card_removal to leadloom_app;
