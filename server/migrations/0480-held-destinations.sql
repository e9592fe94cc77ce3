-- Until when nothing is claimed for a destination: its sheet is being emptied. Ends by itself where nobody ends it.
alter table destination add column held_until timestamptz;
