-- When the second factor was last proved in a session: what must not be done from a screen left open asks for it anew.
alter table session add column factor_at timestamptz;
