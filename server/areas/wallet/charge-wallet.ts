import type { chargeWallet, saveWallet, stopContinualTopUp } from '#contract/wallet/wallet.ts'
import { centsFromText, dollarsFromCents } from '#contract/core/money.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { openTopUp } from '#server/areas/billing/top-ups/open-top-up.ts'
import { readBalance, saveBalance, walletOf, type Balance } from '#server/areas/prepaid/balances.ts'
import { isWalletHidden } from '#server/areas/branding/settings/is-wallet-hidden.ts'
import { Failure, accessDenied } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { canTopUp } from './can-top-up.ts'
import { ownAgency } from './read-wallet.ts'

const centsOf = (dollars: number): number => centsFromText(String(dollars)) ?? 0

/** A wallet's top-up settings, as the activity log shows them. */
const settingsForLog = (
  balance: Pick<Balance, 'topUp_cents' | 'isCustom' | 'stopsContinual'> | null,
): Record<string, unknown> =>
  balance === null
    ? {}
    : {
        amount: dollarsFromCents(balance.topUp_cents),
        custom_amount: balance.isCustom,
        stop_continual: balance.stopsContinual,
      }

/** R239, R240: sets the amount of future top-ups. */
export const handleSaveWallet: Handler<typeof saveWallet> = async ({ body }, call) => {
  const agency = ownAgency(call)
  const wallet = walletOf(agency.agencyId)
  await call.inScope(async (tx) => {
    const before = await readBalance(tx, agency.agencyId, wallet.id)
    const topUp_cents = centsOf(body.amount)
    const isCustom = body.custom_amount
    if (before?.topUp_cents === topUp_cents && before.isCustom === isCustom) return
    const after = await saveBalance(tx, agency, call.platform.clock.now(), wallet, { topUp_cents, isCustom })
    await recordActivity(tx, call, {
      action: 'billing.walletSaved',
      target: { kind: 'company', id: agency.agencyId },
      from: settingsForLog(before),
      to: settingsForLog(after),
    })
  })
  return { result: 'success', message: 'Your settings have been saved.' }
}

/** R243: turns automatic top-ups on or off. */
export const handleStopContinualTopUp: Handler<typeof stopContinualTopUp> = async ({ body }, call) => {
  const agency = ownAgency(call)
  const wallet = walletOf(agency.agencyId)
  await call.inScope(async (tx) => {
    const before = await readBalance(tx, agency.agencyId, wallet.id)
    const stopsContinual = body.stop_continual
    if (before?.stopsContinual === stopsContinual) return
    const after = await saveBalance(tx, agency, call.platform.clock.now(), wallet, { stopsContinual })
    await recordActivity(tx, call, {
      action: 'billing.continualTopUpSet',
      target: { kind: 'company', id: agency.agencyId },
      from: { stop_continual: !stopsContinual },
      to: { stop_continual: after.stopsContinual },
    })
  })
  return { result: 'success', message: 'Your settings have been saved.' }
}

/** Requests a top-up and saves the settings of future ones, in one transaction: neither happens without the other. */
export const handleChargeWallet: Handler<typeof chargeWallet> = async ({ body }, call) => {
  const agency = ownAgency(call)
  const wallet = walletOf(agency.agencyId)
  const topUp_cents = centsOf(body.amount)
  await call.inScope(async (tx) => {
    if (!(await canTopUp(tx, call.platform.config, agency.agencyId)))
      throw new Failure('conflict', { message: 'Add a card in Profile Setup first.' })
    const now_ms = call.platform.clock.now()
    const before = await readBalance(tx, agency.agencyId, wallet.id)
    // Whoever has money in a wallet keeps it; only the first top-up belongs to the beta.
    if (!before?.startedAt && (await isWalletHidden(tx, agency.agencyId))) throw accessDenied()
    // Creates and locks the balance. Settings change only for a new operation: a retry must not undo later changes.
    await saveBalance(tx, agency, now_ms, wallet, {})
    const id = call.operationId()
    const isNew = await openTopUp(tx, now_ms, agency, {
      id,
      balance: wallet,
      amount_cents: topUp_cents,
      isAutomatic: false,
    })
    if (!isNew) return
    const after = await saveBalance(tx, agency, now_ms, wallet, {
      topUp_cents,
      isCustom: body.custom_amount,
      stopsContinual: body.stop_continual,
    })
    await recordActivity(tx, call, {
      action: 'billing.walletCharged',
      target: { kind: 'company', id: agency.agencyId },
      from: settingsForLog(before),
      to: { ...settingsForLog(after), chargeID: id },
    })
  })
  return { result: 'success', message: 'Your top-up is being charged.' }
}
