-- Since when the phone numbers of a campaign's leads are kept from its client; null while they are shown. Files with numbers
-- that were written before are not handed over any more.
alter table campaign add column phone_hidden_at timestamptz;
