-- The recipients who have the mail of a lead already, as hashes of their addresses, while others wait for another attempt: each gets
-- a mail of their own. Null for deliveries that took one attempt.
alter table delivery add column mailed_to uuid[];
