-- What a company chooses of its looks besides the one brand colour; null follows from that colour and the theme.
alter table brand
  add column box_bgcolor text check (box_bgcolor ~ '^#[0-9a-f]{6}$'),
  add column text_color text check (text_color ~ '^#[0-9a-f]{6}$'),
  add column link_color text check (link_color ~ '^#[0-9a-f]{6}$'),
  add column template_bgcolor text check (template_bgcolor ~ '^#[0-9a-f]{6}$'),
  add column sidebar_bgcolor text check (sidebar_bgcolor ~ '^#[0-9a-f]{6}$'),
  -- The picture of a browser's tab; a letter on the brand's colour where there is none.
  add column icon_svg text check (length(icon_svg) <= 200000),
  -- Without it the sidebar and its text have the colours of the company above (R157).
  add column is_whitelabeling boolean not null default true,
  -- How the company is reached, as its own visitors may read it.
  add column short_name text,
  add column contact_name text,
  add column contact_email text,
  add column phone text,
  add column address text,
  add column city text,
  add column zip text,
  add column state_code text,
  add column country_code text;

-- HTML of an agency's own, run apart from the page (docs/decisions/0013). Versions are only ever added; an empty one
-- switches it off. The root may forbid it for an agency.
create table embedded_code (
  agency_id uuid not null references company (id),
  version integer not null check (version > 0),
  root_id uuid not null,
  client_id uuid check (client_id is null),
  place text not null check (place in ('head', 'body', 'footer')),
  code text not null check (length(code) <= 20000),
  height_px integer not null default 0 check (height_px between 0 and 400),
  written_by uuid not null references app_user (id),
  written_at timestamptz not null,
  primary key (agency_id, version)
);
select tenant_policies('embedded_code', 'select, insert');
alter table brand add column embedded_code_forbidden boolean not null default false;
