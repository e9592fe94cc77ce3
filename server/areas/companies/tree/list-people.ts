import { sentences } from '#contract/core/sentences.ts'
import { isSales, mayUse, type AccountState } from '#contract/guards/access-context.ts'
import { fullAccess, shownRole } from '#contract/people/roles.ts'
import { toPage, type Page } from '#contract/core/page.ts'
import { isSearch } from '#contract/core/wire.ts'
import type { CompanyRow, listCompanies as operation } from '#contract/companies/companies.ts'
import { formVersionOf } from '#server/areas/activity/form-version.ts'
import { memberFields } from '#server/areas/people/members/member-form.ts'
import { machineTime } from '#server/platform/clock.ts'
import { containsText } from '#server/platform/database/like.ts'
import { accessDenied, invalid } from '#server/platform/failure.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { callingCodeOf } from '#server/platform/calling-code.ts'
import { ofNoCompany } from './present.ts'

interface Row {
  id: string
  companyId: string
  rootId: string
  companyName: string
  fullName: string
  email: string
  phone: string | null
  phoneCountry: string | null
  isProfileComplete: boolean
  kind: string
  status: 'active' | 'disabled'
  account: AccountState | null
  invitedUntil: Date | null
  createdAt: Date
  roleId: string | null
  roleName: string | null
  permissionActive: boolean
  permissions: Record<string, boolean>
  isContact: boolean
  answersQuestions: boolean
  getsNotices: boolean
  factorDemanded: boolean
  agencies: number
  total: number
}

type PeopleType = 'administrator' | 'sales'

const kinds: Readonly<Record<PeopleType, string>> = {
  administrator: `'administrator', 'rootAdmin'`,
  sales: `'salesRep', 'accountExecutive'`,
}

const orders = {
  company_name: 'lower(u.full_name)',
  full_name: 'lower(u.full_name)',
  email: 'u.email',
  created_at: 'u.created_at',
} as const

/**
 * A company's administrators with their permissions, or the root's sales staff with the number of agencies of each
 * (R036); by name by default. A few thousand at most, so they are counted while they are read.
 */
export async function listPeople(
  type: PeopleType,
  { params, query }: Input<typeof operation>,
  call: SignedInCall,
): Promise<Page<CompanyRow>> {
  const parent = call.object!
  assertKnownPlace(type, parent)
  const { rights } = call.caller
  if (!rights || isSales(rights) || !mayUse(rights, 'settings.enable')) throw accessDenied()
  const isSorted = params.sort in orders && (params.order === 'asc' || params.order === 'desc')
  const order = isSorted ? `${orders[params.sort as keyof typeof orders]} ${params.order}` : `${orders.full_name} asc`
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(
      `select u.id, u.company_id as "companyId", u.root_id as "rootId", company.name as "companyName",
         u.full_name as "fullName", u.email, u.phone_e164 as phone, u.phone_country as "phoneCountry",
         u.profile_complete as "isProfileComplete", u.kind, u.status, u.account_connected as account,
         u.invited_until as "invitedUntil", u.created_at as "createdAt", u.role_id as "roleId", role.name as "roleName",
         u.permission_active as "permissionActive", u.permissions, u.is_contact as "isContact",
         u.is_support_contact as "answersQuestions", u.gets_notices as "getsNotices",
         u.factor_demanded as "factorDemanded", assigned.agencies, u.total
       from (
         select u.*, count(*) over ()::integer as total from app_user u
         where u.company_id = $1 and u.kind in (${kinds[type]}) and u.removed_at is null
           and ($2::text is null or u.full_name ilike $2 or u.email ilike $2)
         order by ${order}, u.id limit ${query.perPage} offset ${(query.page - 1) * query.perPage}) u
       join company on company.id = u.company_id
       left join role on role.id = u.role_id
       cross join lateral (
         select count(distinct agency_id)::integer as agencies from agency_staff where user_id = u.id) assigned
       order by ${order}, u.id`,
      [parent.agencyId ?? parent.rootId, isSearch(params.search) ? containsText(params.search) : null],
    ),
  )
  const lines = rows.map((row) => present(type, row, call.platform))
  return toPage(lines, query.page, query.perPage, rows[0]?.total ?? 0)
}

function assertKnownPlace(type: PeopleType, { agencyId, clientId }: TenantPath): void {
  if (type === 'sales' && agencyId !== null) throw invalid('companyId', sentences.operatorOnly)
  if (clientId !== null) throw invalid('companyId', sentences.operatorAndAgencies)
}

const present = (type: PeopleType, row: Row, platform: Platform): CompanyRow => ({
  id: row.id,
  company_id: row.companyId,
  company_root_id: row.rootId,
  company_name: row.companyName,
  name: row.fullName,
  email: row.email,
  phone: row.phone ?? '',
  phone_country_code: row.phoneCountry ?? 'US',
  phone_country_calling_code: callingCodeOf(row.phoneCountry ?? 'US'),
  role_id: type === 'sales' ? fullAccess : shownRole(row).role_id,
  profile_setup_completed: row.isProfileComplete,
  user_type: type,
  payment_status: 'ok',
  status: row.invitedUntil ? 'invited' : row.status,
  campaigns: 0,
  active_campaigns: 0,
  created_at: row.createdAt.toISOString(),
  ...ofNoCompany,
  ...(type === 'sales'
    ? { sales: presentSales(row, platform) }
    : { administrator: presentAdministrator(row, platform) }),
})

const presentAdministrator = (row: Row, platform: Platform): CompanyRow['administrator'] => ({
  ...shownRole(row),
  role_name: row.roleName,
  isContact: row.isContact,
  isSupportContact: row.answersQuestions,
  getsNotices: row.getsNotices,
  ...presentAccount(row, platform),
})

const presentSales = (row: Row, platform: Platform): CompanyRow['sales'] => ({
  isAccountExecutive: row.kind === 'accountExecutive',
  accountState: row.account ?? '',
  agencies: row.agencies,
  ...presentAccount(row, platform),
})

const presentAccount = (row: Row, platform: Platform) => ({
  invited_until: row.invitedUntil?.toISOString() ?? null,
  invitation_expired: row.invitedUntil !== null && row.invitedUntil.getTime() <= machineTime(platform.clock),
  twoFactorAuth: row.factorDemanded,
  version: formVersionOf(platform, memberFields(row)),
})
