import type { CompanyRow, listCompanies as operation } from '#contract/tenants/companies.ts'
import { isSales, mayUse } from '#contract/access/guards/standing.ts'
import { toOwnPermissions } from '#contract/access/roles.ts'
import { toPage, type Page } from '#contract/core/page.ts'
import { isSearch, toFlag } from '#contract/core/wire.ts'
import { machineTime } from '#server/platform/clock.ts'
import { containsText } from '#server/platform/database/like.ts'
import { forbidden, invalid } from '#server/platform/failure.ts'
import type { Input, SignedInCall } from '#server/platform/http/call.ts'
import { ofNoCompany } from './present.ts'

interface Row {
  id: string
  company_id: string
  root_id: string
  company_name: string
  full_name: string
  email: string
  phone_e164: string | null
  status: 'active' | 'disabled'
  invited_until: Date | null
  created_at: Date
  role_id: string | null
  role_name: string | null
  permission_active: boolean
  permissions: Record<string, boolean>
  total: number
}

const orders = {
  company_name: 'lower(u.full_name)',
  full_name: 'lower(u.full_name)',
  email: 'u.email',
  created_at: 'u.created_at',
} as const

/** A company's administrators by name unless asked otherwise, with what they may do. Few: they are counted as they are read. */
export async function listAdministrators(
  { params, query }: Input<typeof operation>,
  call: SignedInCall,
): Promise<Page<CompanyRow>> {
  const place = call.object!
  if (place.clientId !== null) throw invalid('companyID', 'must name an agency or the root')
  const { rights } = call.caller
  if (!rights || isSales(rights) || !mayUse(rights, 'settings.enable')) throw forbidden()
  const isSorted = params.sort in orders && (params.order === 'asc' || params.order === 'desc')
  const column = orders[isSorted ? (params.sort as keyof typeof orders) : 'full_name']
  const direction = isSorted ? params.order : 'asc'
  const words = isSearch(params.search) ? containsText(params.search) : null
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(
      `select u.id, u.company_id, u.root_id, company.name as company_name, u.full_name, u.email, u.phone_e164, u.status,
         u.invited_until, u.created_at, u.role_id, role.name as role_name, u.permission_active, u.permissions,
         count(*) over ()::integer as total
       from app_user u
       join company on company.id = u.company_id
       left join role on role.id = u.role_id
       where u.company_id = $1 and u.kind in ('administrator', 'rootAdmin') and u.removed_at is null
         and ($2::text is null or u.full_name ilike $2 or u.email ilike $2)
       order by ${column} ${direction}, u.id limit ${query.PerPage} offset ${(query.Page - 1) * query.PerPage}`,
      [place.agencyId ?? place.rootId, words],
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
  company_id: row.company_id,
  company_root_id: row.root_id,
  company_name: row.company_name,
  name: row.full_name,
  email: row.email,
  phonenum: row.phone_e164 ?? '',
  user_type: 'administrator',
  payment_status: 'ok',
  status: row.invited_until ? 'invited' : row.status,
  campaigns: 0,
  active_campaigns: 0,
  created_at: row.created_at.toISOString(),
  ...ofNoCompany,
  administrator: {
    role_id: row.role_id ?? 'F',
    role_name: row.role_name,
    permission_active: toFlag(row.permission_active || (row.role_id === null && row.permissions['all'] !== true)),
    user_permissions: toOwnPermissions(row.permissions),
    invited_until: row.invited_until?.toISOString() ?? null,
    invitation_expired: toFlag(row.invited_until !== null && row.invited_until.getTime() <= now_ms),
  },
})
