-- Payments by a link, with a card that is used once (decision 315): how the charge stood before, and stands again if they fail.
alter table charge_attempt
  add column status_before text check (status_before in ('due', 'declined')),
  add column cause_before text,
  add column paid_with_before text;
