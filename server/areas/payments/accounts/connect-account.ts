import type {
  createConnectedAccount,
  createSalesAccount,
  getAccountLink,
  getExistingAccountLink,
  resetPaymentConnection,
} from '#contract/payments/accounts.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { assertNoRecentReset } from '#server/areas/sign-in/reauthenticate.ts'
import { invalidateRights } from '#server/areas/sign-in/invalidate-rights.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import { gatewayForNewCards, gatewayNamed } from '#server/providers/payments/registry.ts'
import { callGateway } from '../call-gateway.ts'
import { beginReading } from '../readings.ts'
import { readAccountStatus } from './check-account.ts'
import {
  accountAt,
  agencyOwnerOf,
  findAccount,
  removeAccount,
  inOwnersScope,
  storeAccount,
  saveAccountStatus,
  salesOwnerOf,
  type AccountRow,
  type Owner,
} from './connected-accounts.ts'

const success = 'success' as const

/** The page that the provider's onboarding returns to. */
const backTo: Readonly<Record<Owner['kind'], string>> = {
  agency: '/configuration/general-setting?section=payment-account',
  sales: '/configuration/sales-connect-account',
}

export const handleCreateConnectedAccount: Handler<typeof createConnectedAccount> = async (_input, call) => {
  const owner = agencyOwnerOf(call)
  await ensureAccount(call, owner)
  return { result: success, message: 'Data has been added successfully', data: await readAccountStatus(call, owner) }
}

export const handleGetAccountLink: Handler<typeof getAccountLink> = async (_input, call) => {
  const owner = agencyOwnerOf(call)
  return linkTo(call, owner, await ensureAccount(call, owner))
}

export const handleGetExistingAccountLink: Handler<typeof getExistingAccountLink> = async (_input, call) => {
  const owner = agencyOwnerOf(call)
  await assertNoRecentReset(call)
  const account = await inOwnersScope(call.platform, owner, (tx) => findAccount(tx, owner))
  if (!account) throw new Failure('conflict', { message: 'There is no payment account yet.' })
  return linkTo(call, owner, account)
}

export const handleCreateSalesAccount: Handler<typeof createSalesAccount> = async (_input, call) => {
  const owner = salesOwnerOf(call)
  return linkTo(call, owner, await ensureAccount(call, owner))
}

export const handleResetPaymentConnection: Handler<typeof resetPaymentConnection> = async ({ params }, call) => {
  if (params.companyId !== call.caller.companyId) throw invalid('companyId', 'This does not match your session.')
  const isSales = call.caller.kind !== 'agencyOwner'
  if ((params.type === 'sales') !== isSales) throw invalid('type', 'This isn’t your payout account.')
  await assertNoRecentReset(call)
  const owner = isSales ? salesOwnerOf(call) : agencyOwnerOf(call)
  await inOwnersScope(call.platform, owner, async (tx) => {
    const account = await findAccount(tx, owner)
    await removeAccount(tx, owner)
    if (account) await recordActivity(tx, call, { action: 'billing.accountForgotten', place: call.caller })
    tx.afterCommit(() => invalidateRights(call.platform, call.caller.sessionId))
  })
  return { result: success, message: 'Deleted!' }
}

/** Finds or creates the owner's account: at the gateway first, then here. Concurrent calls end up with one account. */
async function ensureAccount(call: SignedInCall, owner: Owner): Promise<AccountRow> {
  await assertNoRecentReset(call)
  const { platform } = call
  const existingAccount = await inOwnersScope(platform, owner, (tx) => findAccount(tx, owner))
  if (existingAccount) return existingAccount
  const gateway = gatewayForNewCards(platform.config)
  if (!gateway) throw new Failure('conflict', { message: 'Payments are settled manually here; no account is needed.' })
  const { name, email } = await findNames(call, owner)
  const reading = await beginReading(platform)
  // Two clicks at the same moment ask for the same account; a later call finds it here, unless it was removed meanwhile.
  const key = `account ${owner.id} ${uuidOf([call.caller.sessionId, String(Math.floor(platform.clock.now() / 60_000))])}`
  const account = await callGateway(() => gateway.createAccount({ kind: owner.kind, id: owner.id, name, email }, key))
  return inOwnersScope(platform, owner, async (tx) => {
    const isNew = await storeAccount(tx, platform, owner, {
      gateway: gateway.name,
      account_id: account.accountId,
      version: account.version,
    })
    if (isNew) {
      await saveAccountStatus(tx, platform, owner, { reading, standing: account })
      await recordActivity(tx, call, { action: 'billing.accountConnected', place: call.caller })
    }
    tx.afterCommit(() => invalidateRights(platform, call.caller.sessionId))
    return (await findAccount(tx, owner))!
  })
}

async function linkTo(
  call: SignedInCall,
  owner: Owner,
  account: AccountRow,
): Promise<{ result: typeof success; message: string; data: { url: string } }> {
  const gateway = gatewayNamed(call.platform.config, account.gateway)
  if (!gateway) throw new Failure('conflict', { message: 'The payment provider of this account is not connected.' })
  const back = pageAddress(call.platform.config, call.host, backTo[owner.kind])
  const url = await callGateway(() => gateway.accountLink(accountAt(account), { returnUrl: back, refreshUrl: back }))
  return { result: success, message: 'Continue at the payment provider.', data: { url } }
}

async function findNames(call: SignedInCall, owner: Owner): Promise<{ name: string; email: string }> {
  const { rows } = await inOwnersScope(call.platform, owner, (tx) =>
    tx.query<{ name: string; email: string }>(
      `select case when u.agency_id is null then u.full_name else c.name end as name, u.email
         from app_user u join company c on c.id = u.company_id where u.id = $1`,
      [call.caller.userId],
    ),
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}
