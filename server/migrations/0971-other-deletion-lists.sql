-- The deletion platform's lists of identifiers that the identity data does not hold are kept and answered too (decision 337): a batch with
-- an unanswered file stays open.
alter table deletion_request
  drop constraint deletion_request_list_check,
  add constraint deletion_request_list_check check (list in ('Email', 'Phone', 'NDZ', 'MAID', 'NameVIN', 'CTVID'));
alter table deletion_cycle add column rows_unmatchable integer not null default 0;
