-- What of a payout of commissions was taken back at the gateway itself (decision 186), in all and of each commission.
alter table commission_payout add column reversed_cents bigint not null default 0;
alter table commission_payout add column reversed_at timestamptz;
alter table commission_payout add constraint commission_payout_reversed_check check (
  reversed_cents between 0 and amount_cents and (reversed_cents > 0) = (reversed_at is not null)
  and (reversed_cents = 0 or state = 'paid' and gateway is not null));
alter table commission_payout_share add column reversed_e4 bigint not null default 0;
grant update (reversed_e4) on commission_payout_share to leadloom_app;
