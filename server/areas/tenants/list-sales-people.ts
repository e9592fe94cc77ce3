import type { AccountState } from '#contract/access/guards/standing.ts'
import { isSales, mayUse } from '#contract/access/guards/standing.ts'
import { toPage, type Page } from '#contract/core/page.ts'
import { isSearch, toFlag } from '#contract/core/wire.ts'
import type { CompanyRow, listCompanies as operation } from '#contract/tenants/companies.ts'
import { machineTime } from '#server/platform/clock.ts'
import { containsText } from '#server/platform/database/like.ts'
import { forbidden, invalid } from '#server/platform/failure.ts'
import type { Input, SignedInCall } from '#server/platform/http/call.ts'
import { ofNoCompany } from './present.ts'

interface Row {
  id: string
  rootId: string
  companyName: string
  fullName: string
  email: string
  phone: string | null
  kind: 'salesRep' | 'accountExecutive'
  status: 'active' | 'disabled'
  account: AccountState | null
  invitedUntil: Date | null
  createdAt: Date
  agencies: number
  total: number
}

const orders = {
  company_name: 'lower(u.full_name)',
  full_name: 'lower(u.full_name)',
  email: 'u.email',
  created_at: 'u.created_at',
} as const

/**
 * The root's sales representatives and account executives by name unless asked otherwise, with how many agencies each has
 * (R036). A few hundred at most: they are counted as they are read.
 */
export async function listSalesPeople(
  { params, query }: Input<typeof operation>,
  call: SignedInCall,
): Promise<Page<CompanyRow>> {
  const place = call.object!
  if (place.agencyId !== null) throw invalid('companyID', 'must name the root')
  const { rights } = call.caller
  if (!rights || isSales(rights) || !mayUse(rights, 'settings.enable')) throw forbidden()
  const isSorted = params.sort in orders && (params.order === 'asc' || params.order === 'desc')
  const order = isSorted ? `${orders[params.sort as keyof typeof orders]} ${params.order}` : `${orders.full_name} asc`
  const words = isSearch(params.search) ? containsText(params.search) : null
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(
      `select u.id, u.root_id as "rootId", company.name as "companyName", u.full_name as "fullName", u.email,
         u.phone_e164 as phone, u.kind, u.status, u.account_connected as account, u.invited_until as "invitedUntil",
         u.created_at as "createdAt", assigned.agencies, count(*) over ()::integer as total
       from app_user u
       join company on company.id = u.company_id
       cross join lateral (
         select count(distinct agency_id)::integer as agencies from agency_staff where user_id = u.id) assigned
       where u.company_id = $1 and u.kind in ('salesRep', 'accountExecutive') and u.removed_at is null
         and ($2::text is null or u.full_name ilike $2 or u.email ilike $2)
       order by ${order}, u.id limit ${query.PerPage} offset ${(query.Page - 1) * query.PerPage}`,
      [place.rootId, words],
    ),
  )
  return toPage(
    rows.map((row) => present(row, machineTime(call.platform.clock))),
    query.Page,
    query.PerPage,
    rows[0]?.total ?? 0,
  )
}

const present = (row: Row, now_ms: number): CompanyRow => ({
  id: row.id,
  company_id: row.rootId,
  company_root_id: row.rootId,
  company_name: row.companyName,
  name: row.fullName,
  email: row.email,
  phonenum: row.phone ?? '',
  user_type: 'sales',
  payment_status: 'ok',
  status: row.invitedUntil ? 'invited' : row.status,
  campaigns: 0,
  active_campaigns: 0,
  created_at: row.createdAt.toISOString(),
  ...ofNoCompany,
  sales: {
    isAccExecutive: toFlag(row.kind === 'accountExecutive'),
    accountconnected: row.account ?? '',
    agencies: row.agencies,
    invited_until: row.invitedUntil?.toISOString() ?? null,
    invitation_expired: toFlag(row.invitedUntil !== null && row.invitedUntil.getTime() <= now_ms),
  },
})
