import { isSales, type AccessContext } from '#contract/guards/access-context.ts'
import type { Payout, PayoutEntry } from '#contract/payments/payouts.ts'
import type { Format } from '../../../i18n/format.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'
import type { Tone } from '../../../shells/status-badge.tsx'
import { movementKinds } from '../reconciliation/reconciliation-words.ts'

/** Sales staff have their payouts below their account page. */
export const payoutsPathOf = (access: AccessContext): string =>
  isSales(access) ? '/configuration/sales-connect-account/payouts' : '/configuration/payouts'

export const payoutStates: Readonly<Record<Payout['state'], { tone: Tone; text: Text }>> = {
  pending: { tone: 'plain', text: msg('Pending') },
  in_transit: { tone: 'info', text: msg('In transit') },
  paid: { tone: 'ok', text: msg('Paid') },
  failed: { tone: 'bad', text: msg('Returned') },
  canceled: { tone: 'plain', text: msg('Canceled') },
}

/** An earlier payout that was returned is part of the balance again, so it is an entry of the next one. */
export const entryKinds: Readonly<Record<PayoutEntry['kind'], Text>> = {
  ...movementKinds,
  transfer: msg('Commissions paid out'),
  payout: msg('Earlier returned payout'),
}

/** Accounts are in dollars; other currencies from the payment provider are shown unconverted. */
export const amountIn = (format: Format, amount: number, currency: string): string =>
  currency === 'usd' ? format.money(Math.round(amount * 100)) : `${format.number(amount)} ${currency.toUpperCase()}`
