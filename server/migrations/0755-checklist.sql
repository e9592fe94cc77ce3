-- When the user hid the list of first steps, or it was complete. Kept here, because a browser forgets at logout.
alter table app_user add column checklist_closed_at timestamptz;
