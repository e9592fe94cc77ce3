-- When a person was led through the screens; null for whoever has not been. Kept here, since a browser forgets at logout.
alter table app_user add column toured_at timestamptz;
