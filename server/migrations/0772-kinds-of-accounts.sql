-- Kinds of accounts are the contract's list, which the program checks: a new service needs no migration (decision 248).
alter table connection drop constraint connection_kind_check;
alter table connection add constraint connection_kind_check check (kind ~ '^[a-z]{1,40}$');
alter table destination drop constraint destination_kind_check;
alter table destination add constraint destination_kind_check check (kind ~ '^[a-z]{1,40}$');
