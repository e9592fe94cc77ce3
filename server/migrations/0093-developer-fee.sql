-- R123: the developer API's one-time fee becomes due when its agreement is accepted.
alter table charge drop constraint charge_kind_check;
alter table charge add constraint charge_kind_check check (kind in ('onboarding', 'manual_bill', 'developer'));
