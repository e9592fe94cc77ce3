import { isSales } from '#contract/guards/access-context.ts'
import type { CompanyDetail, CompanyRow, getCompany as operation } from '#contract/companies/companies.ts'
import { formVersionOf, type FormFields } from '#server/areas/activity/form-version.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Caller, SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { salesFields } from '../sales-fields.ts'
import { presentTo, type CompanyLine } from './present.ts'
import { companyColumns, companyJoins } from './queries.ts'

interface DetailLine extends CompanyLine {
  siteUrl: string
  showsPhone: boolean
  editsSheets: boolean
  mayManageCampaigns: boolean
  getsNotices: boolean
  factorDemanded: boolean
  contact: CompanyDetail['contact']
}

/** One client or agency. The root's own company is in no list and looks absent. */
export async function readCompany({ params }: Input<typeof operation>, call: SignedInCall): Promise<CompanyDetail> {
  const company = call.object!
  if (company.agencyId === null) throw notFound()
  const kind = company.clientId === null ? 'agency' : 'client'
  const detail = await call.inScope((tx) => readDetail(tx, call.caller, { id: params.id, kind }))
  if (!detail) throw notFound()
  return {
    ...detail,
    version: formVersionOf(call.platform, companyFields(detail)),
    sales_version: formVersionOf(
      call.platform,
      salesFields(detail.salesRepId, detail.accountExecutiveId, detail.referrerId),
    ),
  }
}

type Detail = Omit<CompanyDetail, 'version' | 'sales_version'>

/** As visible to this caller. */
export async function readDetail(
  tx: Tx,
  caller: Pick<Caller, 'rights'>,
  { id, kind }: { id: string; kind: 'agency' | 'client' },
): Promise<Detail | null> {
  const { rows } = await tx.query<DetailLine>(
    `select ${companyColumns},
         coalesce(main.permissions->'campaign.create' = 'true', false) as "mayManageCampaigns",
         coalesce(main.gets_notices, true) as "getsNotices", coalesce(main.factor_demanded, false) as "factorDemanded",
         company.site_url as "siteUrl", company.shows_phone as "showsPhone", company.edits_sheets as "editsSheets",
         (select json_build_object('name', full_name, 'email', email, 'phone', coalesce(phone_e164, ''))
            from app_user where app_user.company_id = company.id and is_contact and status = 'active') as contact
       from company ${companyJoins(kind)} where company.id = $1`,
    [id],
  )
  if (!rows[0]) return null
  const detail = presentDetail(rows[0], presentTo(caller)(rows[0]))
  // Sales staff do not see people's security and mail settings.
  const { rights } = caller
  return rights && isSales(rights) ? { ...detail, twoFactorAuth: false, noticesOff: false } : detail
}

/** The edit form's fields, by the names of C044. */
export const companyFields = (detail: Detail): FormFields => ({
  companyName: detail.company_name,
  fullName: detail.name,
  email: detail.email,
  phone: [detail.phone, detail.phone_country_code],
  subdomain: detail.subdomain,
  customDomain: detail.domain,
  externalOrganizationId: detail.externalId,
  selectedModules: detail.selected_modules,
  selectedTerms: detail.selected_payment_term,
  apiMode: detail.api_mode,
  whiteLabel: detail.is_whitelabeling,
  siteUrl: detail.siteUrl,
  showsPhone: detail.showsPhone,
  editsSheets: detail.editsSheets,
  groupId: detail.groupId,
  mayManageCampaigns: detail.mayManageCampaigns,
  noticesOff: detail.noticesOff,
  twoFactorAuth: detail.twoFactorAuth,
})

const presentDetail = (line: DetailLine, row: CompanyRow): Detail => ({
  ...row,
  siteUrl: line.siteUrl,
  showsPhone: line.showsPhone,
  editsSheets: line.editsSheets,
  mayManageCampaigns: line.mayManageCampaigns,
  noticesOff: !line.getsNotices,
  twoFactorAuth: line.factorDemanded,
  contact: line.contact,
})
