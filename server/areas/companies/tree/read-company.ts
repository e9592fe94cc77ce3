import { isSales } from '#contract/guards/access-context.ts'
import { toFlag } from '#contract/core/wire.ts'
import type { CompanyDetail, CompanyRow, getCompany as operation } from '#contract/companies/companies.ts'
import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { presentTo, type CompanyLine } from './present.ts'
import { companyColumns, companyJoins } from './queries.ts'

interface DetailLine extends CompanyLine {
  siteUrl: string
  showsPhone: boolean
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
      `select ${companyColumns},
         coalesce(main.permissions->'campaign.create' = 'true', false) as "mayManageCampaigns",
         coalesce(main.gets_notices, true) as "getsNotices", coalesce(main.factor_demanded, false) as "factorDemanded",
         company.site_url as "siteUrl", company.shows_phone as "showsPhone",
         (select json_build_object('name', full_name, 'email', email, 'phonenum', coalesce(phone_e164, ''))
            from app_user where app_user.company_id = company.id and is_contact and status = 'active') as contact
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
  ClientDomain: line.siteUrl,
  enablephonenumber: toFlag(line.showsPhone),
  disabledaddcampaign: toFlag(line.mayManageCampaigns),
  disabledreceivedemail: toFlag(!line.getsNotices),
  twoFactorAuth: toFlag(line.factorDemanded),
  contact: line.contact,
})
