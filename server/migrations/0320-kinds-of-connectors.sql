-- Which services there are stands in the contract (contract/integrations/services.ts), and a kind reaches a row only through it: one
-- more service is no matter of the tables.
alter table connection drop constraint connection_kind_check;
alter table connection add constraint connection_kind_check check (kind ~ '^[a-z]+$');
alter table destination drop constraint destination_kind_check;
alter table destination add constraint destination_kind_check check (kind ~ '^[a-z]+$');
