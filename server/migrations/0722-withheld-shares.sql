-- Names that say what is stored: what an agency's invoice withheld because a client's payment in flight was to pay it, and the charge that
-- billed it after all.
alter table left_out_share rename to withheld_share;
alter table withheld_share rename column taken_by to billed_by;
alter table withheld_share rename column taken_line to billed_line;
alter index left_out_share_open rename to withheld_share_open;
alter index left_out_share_taken rename to withheld_share_billed;
