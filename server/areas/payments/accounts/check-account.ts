import type { checkConnectedAccount, checkSalesAccount } from '#contract/payments/accounts.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { AccountState } from '#contract/guards/access-context.ts'
import { invalidateRights } from '#server/areas/sign-in/invalidate-rights.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { GatewayRefused, GatewayUnreachable } from '#server/providers/payments/gateway.ts'
import { gatewayForNewCards, gatewayNamed } from '#server/providers/payments/registry.ts'
import { beginReading } from '../readings.ts'
import {
  accountAt,
  agencyOwnerOf,
  findAccount,
  inOwnersScope,
  saveAccountStatus,
  salesOwnerOf,
  type Owner,
} from './connected-accounts.ts'
import { tellNeeds } from './tell-needs.ts'

export const handleCheckConnectedAccount: Handler<typeof checkConnectedAccount> = async (_input, call) => ({
  result: 'success',
  data: await check(call, agencyOwnerOf(call)),
})

export const handleCheckSalesAccount: Handler<typeof checkSalesAccount> = async (_input, call) => ({
  result: 'success',
  data: await check(call, salesOwnerOf(call)),
})

async function check(call: SignedInCall, owner: Owner): Promise<Standing> {
  await refreshAccount(call.platform, owner)
  invalidateRights(call.platform, call.caller.sessionId)
  return readAccountStatus(call, owner)
}

/**
 * Reads an account's status from the gateway and stores it. Returns false, so that the caller retries, and keeps the
 * stored status when the gateway is unreachable or refuses the request.
 */
export async function refreshAccount(platform: Platform, owner: Owner): Promise<boolean> {
  const account = await inOwnersScope(platform, owner, (tx) => findAccount(tx, owner))
  const gateway = account && gatewayNamed(platform.config, account.gateway)
  if (!gateway) return false
  const reading = await beginReading(platform)
  const standing = await gateway.readAccount(accountAt(account)).catch((thrown: unknown) => {
    if (thrown instanceof GatewayUnreachable || thrown instanceof GatewayRefused) return undefined
    throw thrown
  })
  if (standing === undefined) return false
  // An account that the gateway has closed can't be used again; its owner has to connect another one.
  const closedAccount = { state: 'failed', chargesEnabled: false, payoutsEnabled: false, requirements: [] } as const
  const now = standing ?? { ...closedAccount, requirements: [], ...accountAt(account) }
  await inOwnersScope(platform, owner, async (tx) => {
    if (await saveAccountStatus(tx, platform, owner, { reading, standing: now }))
      await tellNeeds(tx, platform, owner, now)
  })
  return true
}

type Standing = AnswerOf<typeof checkConnectedAccount>['data']

interface Row {
  state: AccountState | null
  charges: boolean | null
  payouts: boolean | null
  requirements: string[]
  gateway: 'stripe' | 'other' | null
}

const texts = {
  agency: `select account_connected as state, charges_enabled as charges, payouts_enabled as payouts,
     account_requirements as requirements, payment_gateway as gateway from company where id = $1`,
  sales: `select account_connected as state, account_connected = 'completed' as charges,
     account_connected = 'completed' as payouts, '{}'::text[] as requirements, null as gateway from app_user where id = $1`,
} as const

/** The stored status of an account, in the wire's shape. */
export async function readAccountStatus({ platform }: SignedInCall, owner: Owner): Promise<Standing> {
  const { rows } = await inOwnersScope(platform, owner, (tx) => tx.query<Row>(texts[owner.kind], [owner.id]))
  const row = rows[0]
  return {
    accountState: row?.state ?? '',
    charges_enabled: row?.charges ? 1 : 0,
    payouts_enabled: row?.payouts ? 1 : 0,
    paymentGateway: row?.gateway ?? 'other',
    account_requirements: row?.requirements ?? [],
    can_connect: gatewayForNewCards(platform.config) !== null,
  }
}
