-- Sentences of mails in a company's own words (decision 299): each save is a version, the newest counts.
create table mail_text (
  -- Who sends: the agency, or the operator.
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  language text not null check (language in ('en', 'ar')),
  -- The sentence in English, as the code has it, with its placeholders.
  source text not null check (length(source) between 1 and 1000),
  -- Null: ours again.
  words text check (length(words) between 1 and 600),
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (agency_id, id)
);
create index mail_text_of_source on mail_text (agency_id, language, source, id desc);
select tenant_policies('mail_text', 'select, insert, delete');
