-- The page that a client's customers see after an order: whoever comes there has converted. Empty: none.
alter table campaign add column thank_you_url text not null default '';
-- The same as the collector compares it, without host and query; null for a pixel that has none.
alter table pixel add column thank_you_page text;
