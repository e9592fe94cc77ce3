-- Switching developer mode off resets it (R123): keys made and agreements accepted before it was last switched on count no
-- more.
alter table company add column api_mode_since timestamptz;
