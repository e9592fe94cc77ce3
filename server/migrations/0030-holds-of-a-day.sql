-- Why leads are held: too many within ten minutes, or within a day of a campaign without a limit.
alter table lead_hold add column within text not null default 'burst' check (within in ('burst', 'day'));
