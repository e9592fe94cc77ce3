-- When the identity was last proved anew in a session: the password, and the second factor where one is on. What must not be
-- done from a screen left open asks for it. A sign-in is no such proof (decision 36).
alter table session drop column factor_at;
alter table session add column proved_at timestamptz;
