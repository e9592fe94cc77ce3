-- The language a person reads: their mails come in it. Null until their browser has told it at a sign-in, or they choose.
alter table app_user add column language text check (language in ('en', 'ar'));
