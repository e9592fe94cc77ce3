-- Leads have somebody who works them, a next action with its day, and what they may be worth to the client (decision 232).

alter table lead
  add column assignee_id uuid,
  add column next_action text not null default '' check (length(next_action) <= 200),
  -- A day of the company whose people planned it.
  add column next_action_date date,
  -- The client's own estimate. No money of ours: nothing is booked or billed by it.
  add column value_cents bigint check (value_cents between 0 and 100000000000);
-- By the assignee, in the order of the list; most leads have none, and are in neither.
create index lead_by_assignee on lead (agency_id, assignee_id, created_at desc, id desc) where assignee_id is not null;
create index lead_by_next_action on lead (agency_id, next_action_date) where next_action_date is not null;

-- Further kinds of entries. Texts about the lead are in the note, which is what erasing empties.
alter table lead_entry drop constraint lead_entry_kind_check;
alter table lead_entry add constraint lead_entry_kind_check
  check (kind in ('status', 'note', 'assignee', 'next_action', 'next_action_done', 'value', 'tags'));
alter table lead_entry drop constraint lead_entry_check;
alter table lead_entry add constraint lead_entry_check
  check (kind <> 'status' or (from_key is not null and to_key is not null));
-- Made by an agency's software; then the author is its key.
alter table lead_entry add column by_api boolean not null default false;
