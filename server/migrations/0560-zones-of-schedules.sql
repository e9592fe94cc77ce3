-- The zone that a schedule's next time was reckoned in: where the agency's is another by now, that time moves with it.
alter table report_schedule add column time_zone text;
