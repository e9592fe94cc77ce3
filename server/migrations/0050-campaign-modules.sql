-- What only one module keeps of a campaign, checked and filled in by the module's definition.
alter table campaign add column module_settings jsonb not null default '{}';

-- An event may be a search: then signals name its person, and `search` holds what the campaign's rules compare.
alter table hit add column person_id bigint, add column search jsonb;
alter table visit add column search jsonb;
alter table lead add column search jsonb;

-- Searches are matched by the signal's own person.
alter table visit drop constraint visit_match_key_check;
alter table visit add constraint visit_match_key_check
  check (match_key in ('md5', 'sha1', 'sha256', 'cookie', 'signal')) not valid;
alter table lead drop constraint lead_match_key_check;
alter table lead add constraint lead_match_key_check
  check (match_key in ('md5', 'sha1', 'sha256', 'cookie', 'signal')) not valid;
