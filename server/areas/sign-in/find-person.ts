import {
  isSales,
  manualPayments,
  type AccountState,
  type Payments,
  type Rights,
  type UnpaidReason,
} from '#contract/guards/access-context.ts'
import { teamOf } from '#contract/people/team-rights.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import { readOnce } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'

/** A person who may act: active, in an active company, below an active agency. */
export interface Person {
  userId: string
  kind: UserKind
  companyId: string
  rootId: string
  agencyId: string | null
  clientId: string | null
  rights: Rights
  /** A second factor is required of them. */
  factorDemanded: boolean
}

/** A person's row, as a statement returns it. */
export interface FoundPerson {
  id: string
  kind: UserKind
  company_id: string
  root_id: string
  agency_id: string | null
  client_id: string | null
  permissions: Record<string, boolean>
  payment_failed: boolean
  setup_complete: boolean
  api_mode: boolean
  payment_gateway: Payments['gateway'] | null
  account_connected: AccountState | null
  own_account: AccountState | null
  charges_enabled: boolean | null
  payouts_enabled: boolean | null
  account_requirements: string[]
  has_card: boolean
  package_id: string | null
  manual_bill: boolean
  onboarding: boolean
  owes_fee: boolean
  agency_failed: boolean
  agency_package: string | null
  factor_demanded: boolean
}

/**
 * Reads a person by an id from a credential or session, before the person's own scope is known: therefore under the
 * root's scope and only for this id.
 */
export async function findPerson(platform: Platform, rootId: string, userId: string): Promise<Person | null> {
  const { rows } = await readOnce<FoundPerson>(
    platform.appPool,
    { kind: 'root', rootId },
    { name: 'find-person', text: findText('$1'), values: [userId] },
  )
  return rows[0] ? personOf(platform, rows[0]) : null
}

/** SQL for a person as one value, for `personOf`, in statements that look up who somebody is. */
export const selectPerson = (userId: string): string => `(select row_to_json(found) from (${findText(userId)}) found)`

export const personOf = ({ config }: Platform, row: FoundPerson): Person => ({
  userId: row.id,
  kind: row.kind,
  companyId: row.company_id,
  rootId: row.root_id,
  agencyId: row.agency_id,
  clientId: row.client_id,
  rights: rightsOf(row, gatewayForNewCards(config) !== null),
  factorDemanded: row.factor_demanded,
})

/** A status that the gateway has not reported blocks nothing. Sales staff have their own account for payouts (R141). */
function paymentsOf(row: FoundPerson): Payments {
  const account = isSales(row) ? row.own_account : row.account_connected
  return {
    ...manualPayments,
    gateway: isSales(row) ? 'stripe' : (row.payment_gateway ?? 'other'),
    // Only agencies buy packages; nobody else is asked for one.
    hasPackage: !isOfAgency(row) || row.package_id !== null,
    hasCard: row.has_card,
    manualBill: row.manual_bill,
    accountConnected: account ?? '',
    chargesEnabled: row.charges_enabled ?? true,
    payoutsEnabled: row.payouts_enabled ?? true,
    requirements: row.account_requirements,
    failed: row.payment_failed && !isSales(row),
  }
}

const isOfAgency = ({ kind }: FoundPerson): boolean => kind === 'agencyOwner' || kind === 'administrator'

/** If no gateway is configured, nobody could store the card that makes the fee due. */
function unpaidOf(row: FoundPerson, takesCards: boolean): UnpaidReason | null {
  if (row.agency_id === null) return null
  if (row.owes_fee && takesCards) return 'fee'
  if (row.agency_failed) return 'payment'
  return row.agency_package === null ? 'package' : null
}

const rightsOf = (row: FoundPerson, takesCards: boolean): Rights => ({
  kind: row.kind,
  permissions: row.permissions,
  // R074: a failed payment counts as an unfinished setup.
  setupComplete: row.setup_complete && !row.payment_failed,
  onboarding: isOfAgency(row) && row.onboarding,
  payments: paymentsOf(row),
  mayManageCampaigns:
    row.kind !== 'client' ||
    (row.permissions['campaign.create'] === true && (teamOf(row.kind, row.permissions)?.includes('manage') ?? true)),
  team: teamOf(row.kind, row.permissions),
  apiMode: row.api_mode,
  unpaid: unpaidOf(row, takesCards),
  viewer: null,
})

/**
 * The effective permissions of a person `u` with role `r`: their own if active or without a role, else the role's
 * flags. Reports are granted to a person, never by a role (R142, R146).
 */
export const permissionsInForce = `
    case when r.id is null or u.permission_active then u.permissions
      when u.permissions->'report_analytics' = 'true' then r.flags || '{"report_analytics": true}' else r.flags end as permissions`

const findText = (userId: string): string => `
  select u.id, u.kind, u.company_id, u.root_id, u.agency_id, u.client_id, u.factor_demanded, ${permissionsInForce},
    c.payment_status = 'failed' as payment_failed, c.setup_complete, c.api_mode or c.kind = 'root' as api_mode, coalesce(a.payment_gateway, c.payment_gateway) as payment_gateway,
    c.account_connected, u.account_connected as own_account, c.charges_enabled, c.payouts_enabled, c.account_requirements,
    card.company_id is not null as has_card, c.package_id, coalesce(a.manual_bill, false) as manual_bill,
    onboarding.owes_fee and card.company_id is null as onboarding, onboarding.owes_fee and agency_card.company_id is null as owes_fee,
    a.payment_status = 'failed' as agency_failed, a.package_id as agency_package
  from app_user u
  join company c on c.id = u.company_id and c.status = 'active'
  left join role r on r.id = u.role_id
  left join company a on a.id = u.agency_id
  left join payment_card card on card.company_id = u.company_id
  left join onboarding_setting own_fee on own_fee.company_id = u.agency_id
  left join onboarding_setting fee on fee.company_id = u.root_id
  left join payment_card agency_card on agency_card.company_id = u.agency_id
  cross join lateral (select coalesce(own_fee.fee_cents, fee.fee_cents, 0) > 0
      and not exists (select from charge where charge.agency_id = u.agency_id and charge.kind = 'onboarding') as owes_fee
  ) onboarding
  where u.id = ${userId} and u.status = 'active' and (a.id is null or a.status = 'active')`
