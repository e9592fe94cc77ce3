-- What writing calls of the developer API were answered, by the key that came with them: the same call again is answered
-- the same and changes nothing. Written in the transaction of the change.
create table developer_answer (
  -- The operator's own id for its own calls.
  agency_id uuid not null,
  key_hash bytea not null,
  root_id uuid not null,
  -- Developers belong to agencies and to the operator.
  client_id uuid check (client_id is null),
  -- Over method, path and body: another call under the same key is refused.
  request_hash bytea not null,
  -- Sealed, since it may show a secret once.
  answer_sealed text not null,
  created_at timestamptz not null,
  primary key (agency_id, key_hash)
);
create index developer_answer_by_age on developer_answer (root_id, created_at);
select tenant_policies('developer_answer', 'select, insert, delete');
