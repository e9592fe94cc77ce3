-- How many addresses, hashes and phone numbers of an uploaded list could not be read: they count as empty.
alter table enrichment add column values_unread integer not null default 0;
