-- Campaigns whose leads are held back because they came far faster than ever before, until somebody of the agency releases
-- them. The last hold of each campaign; while it is released it tells since when leads may come as they like.
create table lead_hold (
  agency_id uuid not null,
  campaign_id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  held_at timestamptz not null,
  -- How many leads had come in ten minutes, which was the most that is usual.
  leads integer not null,
  released_at timestamptz,
  primary key (agency_id, campaign_id)
);
select tenant_policies('lead_hold', 'select, insert, update');

-- A conversion can be taken back.
grant delete on conversion to leadloom_app;
