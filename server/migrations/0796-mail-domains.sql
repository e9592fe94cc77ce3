-- The domain of a company's own sender (decision 264): which of its DNS records for email were found, and the key that signs
-- its mail once its record is there. It goes with the sender that it belongs to.
create table mail_domain (
  -- The agency, or the operator itself.
  agency_id uuid primary key,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  domain text not null check (length(domain) between 1 and 253),
  selector text not null check (selector ~ '^[a-z0-9-]{1,63}$'),
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamptz not null,
  -- What the last check found of each record, and the record itself.
  spf text not null default 'unknown',
  dkim text not null default 'unknown',
  dmarc text not null default 'unknown',
  spf_found text not null default '',
  dmarc_found text not null default '',
  -- Which of them have been right once.
  proven text[] not null default '{}',
  -- Null: nothing is signed.
  signing_since timestamptz,
  -- Since when one of those is not.
  broken_since timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz not null
);
select tenant_policies('mail_domain', 'select, insert, update, delete');
