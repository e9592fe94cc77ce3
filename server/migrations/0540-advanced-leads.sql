-- Whether the leads of a campaign cost what the cost setup says of advanced ones (CostSetAdvanced): prices that follow it, and
-- what agencies pay, are written onto campaigns without looking into what their modules keep.
alter table campaign add column sells_advanced boolean not null default false;
