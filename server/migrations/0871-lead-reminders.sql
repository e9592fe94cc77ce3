-- People are reminded of next actions, and mentioned people find the note in their inbox (decision 295).

alter table lead
  -- The day of the next action that its assignee has been mailed about; another day is another reminder.
  add column reminded_date date;

-- Whom a note mentions; their ids only. The text is emptied by what erases it.
alter table lead_entry add column mentions uuid[] not null default '{}';
create index lead_entry_by_mention on lead_entry (agency_id, at) where mentions <> '{}';

-- A client's people have an inbox of their own, whose lines are the client's.
alter table inbox_state drop constraint inbox_state_client_id_check;
