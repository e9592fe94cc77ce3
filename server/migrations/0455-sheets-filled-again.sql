-- A sheet that was begun anew is filled again in portions: behind which delivery the next one begins, and since when all of
-- them are due. Null when nothing is left to be asked for.
alter table destination add column refill_after uuid, add column refill_at timestamptz;
