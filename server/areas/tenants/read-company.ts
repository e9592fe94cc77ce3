import type { Module } from '#contract/campaigns/modules.ts'
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
         (select json_build_object('name', full_name, 'email', email, 'phonenum', coalesce(phone_e164, ''))
            from app_user where app_user.company_id = company.id and is_contact and status = 'active') as contact,
         (select split_part(host, '.', 1) from host where host.company_id = company.id and host.is_subdomain) as subdomain
       from company ${companyJoins(kind)} where company.id = $1`,
      [params.id],
    ),
  )
  if (!rows[0]) throw notFound()
  return presentDetail(rows[0], presentTo(call.caller)(rows[0]))
}

const presentDetail = (line: DetailLine, row: CompanyRow): CompanyDetail => ({
  ...row,
  subdomain: line.subdomain ?? '',
  phone_country_code: line.phoneCountry ?? 'US',
  external_organizationid: line.organizationId,
  selected_modules: toSelectedModules(line.modules),
  selected_payment_term: toSelectedTerms(line.terms),
  disabledaddcampaign: toFlag(line.mayManageCampaigns),
  disabledreceivedemail: toFlag(!line.getsNotices),
  twoFactorAuth: toFlag(line.factorDemanded),
  contact: line.contact,
})
