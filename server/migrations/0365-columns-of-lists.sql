-- What the columns of an uploaded list hold, as somebody said it: one entry a column, empty for what is not used.
-- Null where their names alone tell.
alter table enrichment add column fields text[] check (cardinality(fields) = cardinality(columns));
