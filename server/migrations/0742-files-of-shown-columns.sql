-- Files of leads can hold what the list shows, for people, besides all fields for software.
alter table lead_export drop constraint lead_export_format_check;
alter table lead_export add constraint lead_export_format_check check (format in ('spreadsheet', 'raw', 'shown'));
