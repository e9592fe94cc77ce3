-- What is left of a company 30 days after its removal: ids, money and the log. Whatever names people is erased by a job,
-- which needs the right to.
alter table company add column purged_at timestamptz;
create index company_to_purge on company (root_id, removed_at) where removed_at is not null and purged_at is null;
grant delete on brand, user_profile, company_profile, payment_card, questionnaire, referral_code, developer_credential,
  embedded_code, view_session, conversion to leadloom_app;
