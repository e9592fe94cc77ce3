/** Who stands for a company: its oldest user of this kind. */
const mainUserKind = { client: 'client', agency: 'agencyOwner' } as const

/** What `CompanyLine` holds, over `companyJoins`. */
export const companyColumns = `company.id as "companyId", company.root_id as "rootId", company.kind, company.name,
  company.status, company.payment_status as "paymentStatus", company.created_at as "createdAt",
  main.id as "userId", main.full_name as "fullName", main.email, main.phone_e164 as "phone",
  kept.campaigns, kept.active as "activeCampaigns"`

/** The kept counts of an agency are the sum of its clients'. */
export const companyJoins = (type: 'client' | 'agency'): string => `
  left join lateral (
    select id, full_name, email, phone_e164 from app_user
     where app_user.company_id = company.id and app_user.kind = '${mainUserKind[type]}'
     order by created_at, id limit 1) main on true
  cross join lateral (
    select coalesce(sum(campaigns), 0)::integer as campaigns, coalesce(sum(active_campaigns), 0)::integer as active
      from company_count
     where ${type === 'client' ? 'company_count.company_id = company.id' : 'company_count.agency_id = company.id and company_count.client_id is not null'}) kept`
