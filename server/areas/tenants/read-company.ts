import type { Module } from '#contract/campaigns/modules.ts'
import { isSales } from '#contract/access/guards/standing.ts'
import { toFlag } from '#contract/core/wire.ts'
import type { CompanyDetail, CompanyRow, getCompany as operation } from '#contract/tenants/companies.ts'
import { toSelectedModules, toSelectedTerms, type PaymentTerm } from '#contract/tenants/selections.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Input, SignedInCall } from '#server/platform/http/call.ts'
import { presentTo, type CompanyLine } from './present.ts'
import { companyColumns, companyJoins } from './queries.ts'

interface DetailLine extends CompanyLine {
  subdomain: string | null
  phoneCountry: string | null
  organizationId: string
  domain: string | null
  siteUrl: string
  showsPhone: boolean
  modules: Module[]
  terms: PaymentTerm[]
  mayManageCampaigns: boolean
  getsNotices: boolean
  factorDemanded: boolean
  contact: CompanyDetail['contact']
}

/** One client or agency. The root's own company is none of a list's lines and answers as absent. */
export async function readCompany({ params }: Input<typeof operation>, call: SignedInCall): Promise<CompanyDetail> {
  const place = call.object!
  if (place.agencyId === null) throw notFound()
  const kind = place.clientId === null ? 'agency' : 'client'
  const { rows } = await call.inScope((tx) =>
    tx.query<DetailLine>(
      `select ${companyColumns}, company.modules, company.payment_terms as terms,
         main.phone_country as "phoneCountry", company.external_organization_id as "organizationId",
         coalesce(main.permissions->'campaign.create' = 'true', false) as "mayManageCampaigns",
         coalesce(main.gets_notices, true) as "getsNotices", coalesce(main.factor_demanded, false) as "factorDemanded",
         company.site_url as "siteUrl", company.shows_phone as "showsPhone",
         (select domain from custom_domain where custom_domain.agency_id = company.id) as domain,
         (select json_build_object('name', full_name, 'email', email, 'phonenum', coalesce(phone_e164, ''))
            from app_user where app_user.company_id = company.id and is_contact and status = 'active') as contact,
         (select split_part(host, '.', 1) from host where host.company_id = company.id and host.is_subdomain) as subdomain
       from company ${companyJoins(kind)} where company.id = $1`,
      [params.id],
    ),
  )
  if (!rows[0]) throw notFound()
  const detail = presentDetail(rows[0], presentTo(call.caller)(rows[0]))
  // How people are kept safe and what they are mailed is not for sales staff.
  const { rights } = call.caller
  return rights && isSales(rights) ? { ...detail, twoFactorAuth: 'F', disabledreceivedemail: 'F' } : detail
}

const presentDetail = (line: DetailLine, row: CompanyRow): CompanyDetail => ({
  ...row,
  subdomain: line.subdomain ?? '',
  phone_country_code: line.phoneCountry ?? 'US',
  external_organizationid: line.organizationId,
  domain: line.domain ?? '',
  ClientDomain: line.siteUrl,
  enablephonenumber: toFlag(line.showsPhone),
  selected_modules: toSelectedModules(line.modules),
  selected_payment_term: toSelectedTerms(line.terms),
  disabledaddcampaign: toFlag(line.mayManageCampaigns),
  disabledreceivedemail: toFlag(!line.getsNotices),
  twoFactorAuth: toFlag(line.factorDemanded),
  contact: line.contact,
})
