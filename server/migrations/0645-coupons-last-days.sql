-- The last day of a coupon, as its operator chose it. The instant at which it ends was computed in the operator's time zone of that
-- moment; read in another one, it could be another day (decision 206).
alter table coupon add column expires_on date;

alter table coupon no force row level security;
alter table company no force row level security;
-- In UTC meanwhile: a cluster rejects an update that subtracts from an instant, which depends on the session's time zone.
update coupon
   set expires_on = ((coupon.expires_at at time zone 'UTC' - interval '1 millisecond') at time zone 'UTC' at time zone company.time_zone)::date
  from company
 where company.id = coupon.root_id and coupon.expires_at is not null;
alter table coupon force row level security;
alter table company force row level security;

alter table coupon add constraint coupon_expires_check check ((expires_on is null) = (expires_at is null));
