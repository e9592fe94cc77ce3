import { hasAcceptedForDevelopers } from '#server/areas/agreements/developer-agreement.ts'

/** R123: a key counts from when developer mode was last switched on. */
export const hasApiKey = `exists (select from developer_credential key where key.company_id = company.id
  and key.revoked_at is null and key.created_at >= coalesce(company.api_mode_since, '-infinity'))`

/** The columns of a `CompanyLine`, over `companyJoins`. */
export const companyColumns = `company.id as "companyId", company.root_id as "rootId", company.kind, company.name,
  company.status, company.payment_status as "paymentStatus", company.created_at as "createdAt",
  company.main_user_id as "userId", company.main_name as "fullName", company.main_email as email,
  main.phone_e164 as "phone", main.phone_country as "phoneCountry", main.profile_complete as "isProfileComplete",
  company.account_connected as account, company.external_organization_id as "organizationId", company.modules,
  company.payment_terms as terms, subdomain.host as subdomain, custom_domain.domain, main.invited_until is not null as "isInvited", kept.campaigns, kept.active as "activeCampaigns",
  company_group.id as "groupId", company_group.name as "groupName",
  company.api_mode as "apiMode", company.kind = 'agency' and ${hasApiKey} as "hasApiKey",
  company.kind = 'agency' and ${hasAcceptedForDevelopers('company')} as "hasAcceptedDeveloper",
  coalesce(brand.is_whitelabeling, true) as "isWhiteLabeled", company.exclude_minimum_spend as "excludeMinimumSpend",
  company.package_id as package, company.manual_bill as "manualBill", company.kind = 'agency'
    and (own_fee.company_id is not null or coalesce(fee.fee_cents, 0) > 0) as "hasOnboardingFee",
  coalesce(own_fee.fee_cents = 0, false) as "isFeeExcluded", card.customer_id as "customerId",
  exists (select from charge where charge.agency_id = company.id and charge.kind = 'onboarding') as "isFeeCharged",
  exists (select from charge where charge.agency_id = company.id and charge.kind = 'manual_bill'
    and (charge.status = 'declined' or charge.status = 'due' and charge.cause is not null)) as "isSettlementDue",
  company.sales_rep_id as "salesRepId", sales_rep.full_name as "salesRep",
  company.account_executive_id as "executiveId", executive.full_name as executive,
  company.account_referrer_id as "referrerId", referrer.full_name as referrer`

/** The counts of an agency are the sum of its clients'. */
export const companyJoins = (type: 'client' | 'agency'): string => `
  left join app_user main on main.id = company.main_user_id
  left join brand on brand.company_id = company.id
  left join host subdomain on subdomain.company_id = company.id and subdomain.is_subdomain
  left join custom_domain on custom_domain.agency_id = company.id
  left join onboarding_setting fee on fee.company_id = company.root_id
  left join onboarding_setting own_fee on own_fee.company_id = company.id
  left join payment_card card on card.company_id = company.id
  left join company_group on company_group.id = company.company_group_id
  left join app_user sales_rep on sales_rep.id = company.sales_rep_id
  left join app_user executive on executive.id = company.account_executive_id
  left join app_user referrer on referrer.id = company.account_referrer_id
  cross join lateral (
    select coalesce(sum(campaigns), 0)::integer as campaigns, coalesce(sum(active_campaigns), 0)::integer as active
      from company_count
     where ${type === 'client' ? 'company_count.company_id = company.id' : 'company_count.agency_id = company.id and company_count.client_id is not null'}) kept`
