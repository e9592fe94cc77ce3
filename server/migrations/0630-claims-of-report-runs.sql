-- Until when a run of a scheduled report is one worker's: two at once would send each mail twice.
alter table report_run add column leased_until timestamptz;
