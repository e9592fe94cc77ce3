/**
 * SQL for whether a person with a role still sees leads of their own company or of its clients, as `leadAccess` says. Their
 * company is not looked at: that of an assignee is the lead's client or its agency.
 */
export const maySeeLeads = (person: string, role: string): string => `
  ${person}.status = 'active' and ${person}.removed_at is null and (
    ${person}.kind in ('agencyOwner', 'client')
    or ${person}.kind = 'administrator' and coalesce(
      case when ${role}.id is null or ${person}.permission_active then ${person}.permissions else ${role}.flags end
        @> any (array['{"all": true}', '{"leads.enable": true}']::jsonb[]), false))`
