-- What the tokens of a key may be used for; a key that somebody forgets to give any can do nothing. Keys that exist keep
-- what they could do, signing in included: their owners cannot be asked, and software in use would fail. Whoever wants
-- less replaces the key by one with fewer scopes. Test keys never signed anybody in.
alter table developer_credential add column scopes text[] not null default '{}';
update developer_credential set scopes = '{clients:read,campaigns:read,campaigns:write,leads:read,visits:read,deliveries:read,counts:read,counts:write,exclusions:read,exclusions:write,balances:read,webhooks:read,webhooks:write,usage:read}';
update developer_credential set scopes = scopes || '{sso:write}' where not is_test;

-- Tokens that were for single sign-on alone had no scope; for their last minutes they get the one that it needs now.
update developer_token set scopes = '{sso:write}' where scopes = '{}';
