-- Requests that an agent makes for a person (decision 321): the agent's name, as the person reads it, and a key that opens the request once the
-- person has confirmed it.
alter table privacy_request
  add column agent text not null default '' check (length(agent) <= 60),
  add column agent_key_hash bytea,
  add constraint privacy_request_agent check ((agent = '') = (agent_key_hash is null));
