import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import { lockCharge } from '#server/areas/billing/charge-states.ts'
import type { RefundRow } from '#server/areas/billing/refunds/refunds.ts'
import { gatewayRefused } from '#server/areas/billing/dunning/schedule.ts'
import { sendSpendingAlertsJob } from '#server/areas/leads/alerts/send-spending-alerts.ts'
import { mailConfirmation } from '#server/areas/payments/dunning/mail-confirmation.ts'
import { mailDeclined } from '#server/areas/payments/dunning/mail-declined.ts'
import { notifyDeclined } from '#server/areas/payments/dunning/notify-declined.ts'
import { tellNeeds } from '#server/areas/payments/accounts/tell-needs.ts'
import { mailFailedPayout } from '#server/areas/payments/payouts/mail-failed-payout.ts'
import { mailExpiringCardsJob } from '#server/areas/payments/cards/mail-expiring-cards.ts'
import { mailInvoiceJob } from '#server/areas/payments/mails/mail-invoice.ts'
import { mailStatementJob } from '#server/areas/payments/mails/mail-statement.ts'
import { mailPaymentJob } from '#server/areas/payments/mails/mail-payment.ts'
import { mailReminder } from '#server/areas/payments/receivables/mail-reminder.ts'
import { mailReturned } from '#server/areas/payments/refunds/mail-returned.ts'
import { mailUsedUp } from '#server/areas/wallet/mail-used-up.ts'
import { mailEmpty, mailEnding, mailExpired } from '#server/areas/wallet/mails.ts'
import { newId } from '#server/platform/ids.ts'
import type { MailKinds } from './kind.ts'
import type { MailStage } from './stage.ts'

/** A charge of the client for its leads; its agency's own people are told of their side. */
async function makeCharge({ db, path, inRoot, now }: MailStage, cause: string): Promise<ChargeRow> {
  const id = newId(now())
  await db.adminPool.query(
    `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, cause, created_at, moved_at)
     values ($1, $2, $3, $4, 'client_leads', 'declined', 1000, $5, $6, $6)`,
    [path.agencyId, id, path.rootId, path.clientId, cause, new Date(now())],
  )
  return (await inRoot((tx) => lockCharge(tx, path, id)))!
}

const refundOf = ({ id, ...charge }: ChargeRow): RefundRow =>
  ({ ...charge, id, charge_id: id, amount_cents: 1000, issuer: 'agency', year: 2026, number: 1 }) as never

/** The client's month: spending against a cap, and against an amount. */
async function alert({ db, http, path, now }: MailStage, used_cents: number, cap_cents: number | null): Promise<void> {
  const { rows } = await db.adminPool.query<{ time_zone: string }>('select time_zone from company where id = $1', [
    path.agencyId,
  ])
  const at = new Date(now())
  await db.adminPool.query('delete from spend_notice where agency_id = $1', [path.agencyId])
  await db.adminPool.query(
    `insert into money_cap (agency_id, company_id, client_id, root_id, month_cap_cents, alert_cents, alert_payer, updated_at)
     values ($1, $2, $2, $3, $4, $5, true, $6)
     on conflict (agency_id, company_id) do update set month_cap_cents = $4, alert_cents = $5`,
    [path.agencyId, path.clientId, path.rootId, cap_cents, cap_cents === null ? 1 : null, at],
  )
  await db.adminPool.query(
    `insert into cap_use (agency_id, of_id, client_id, root_id, month, used_e4, counted_for, time_zone)
     values ($1, $2, $2, $3, date_trunc('month', $4::timestamptz at time zone $5)::date, $6, $4, $5)
     on conflict (agency_id, of_id, month) do update set used_e4 = $6`,
    [path.agencyId, path.clientId, path.rootId, at, rows[0]!.time_zone, used_cents * 100],
  )
  await sendSpendingAlertsJob.run(http.platform, {})
}

/** Mails about money: the agency's to its client, and the operator's to the agency, which pays it. */
export const moneyMails: MailKinds = {
  'server/areas/leads/alerts/alert-text.ts': {
    titles: [
      'Spend cap reached: {name}',
      'Spending passed {amount}: {name}',
      '{share} of the spend cap is used: {name}',
    ],
    from: 'agency',
    send: async (stage) => {
      await alert(stage, 850, 1_000)
      await alert(stage, 1_000, 1_000)
      await stage.addLeads()
      await alert(stage, 1_000, null)
    },
  },
  'server/areas/payments/dunning/mail-declined.ts': {
    titles: ['A payment has failed'],
    from: 'agency',
    send: async (stage) => {
      const charge = await makeCharge(stage, 'card_declined')
      await stage.inRoot((tx) => mailDeclined(tx, stage.http.platform, charge, null))
    },
  },
  'server/areas/payments/receivables/mail-reminder.ts': {
    titles: ['Payment reminder: {amount} open'],
    from: 'agency',
    send: ({ inRoot, http, path, now }) =>
      inRoot((tx) =>
        mailReminder(tx, http.platform, path, [
          {
            id: newId(now()),
            kind: 'client_leads',
            amount_cents: 1_000,
            issuer: 'agency',
            year: 2026,
            number: 1,
            issued_on: '2026-11-01',
          },
        ]),
      ),
  },
  'server/areas/payments/dunning/mail-confirmation.ts': {
    titles: ['Your bank asks you to confirm a payment'],
    from: 'agency',
    send: async (stage) => {
      const charge = await makeCharge(stage, 'card_declined')
      await stage.inRoot((tx) => mailConfirmation(tx, stage.http.platform, charge, stage.now()))
    },
  },
  'server/areas/payments/refunds/mail-returned.ts': {
    titles: ['A refund was returned'],
    from: 'agency',
    toAgency: 'operator',
    send: async (stage) => {
      const charge = await makeCharge(stage, 'card_declined')
      await stage.inRoot((tx) => mailReturned(tx, stage.http.platform, charge, refundOf(charge)))
    },
  },
  'server/areas/payments/dunning/notify-declined.ts': {
    titles: ['The payment provider is rejecting payments'],
    from: 'agency',
    toAgency: 'operator',
    send: async (stage) => {
      const charge = await makeCharge(stage, gatewayRefused)
      await stage.inRoot((tx) => notifyDeclined(tx, stage.http.platform, charge, null))
    },
  },
  'server/areas/payments/payouts/mail-failed-payout.ts': {
    titles: ['A payout has failed'],
    from: 'operator',
    send: ({ inRoot, http, path }) => {
      const payout = { amount_cents: 1000, currency: 'usd', bankLast4: '4242', cause: null }
      return inRoot((tx) =>
        mailFailedPayout(tx, http.platform, { ...path, kind: 'agency', id: path.agencyId } as never, payout as never),
      )
    },
  },
  'server/areas/payments/accounts/tell-needs.ts': {
    titles: ['Your payment account needs something', 'Your payment account was closed'],
    from: 'operator',
    send: async ({ db, inRoot, http, path, now }) => {
      await db.adminPool.query(
        `insert into connected_account (owner_id, root_id, agency_id, owner_kind, gateway, account_id, created_at, checked_at)
         values ($1, $2, $1, 'agency', 'stripe', $4, $3, $3) on conflict do nothing`,
        [path.agencyId, path.rootId, new Date(now()), `acct_${path.agencyId}`],
      )
      const owner = { ...path, kind: 'agency', id: path.agencyId } as const
      for (const state of ['completed', 'failed'] as const)
        await inRoot((tx) => tellNeeds(tx, http.platform, owner, { state, requirements: ['company'] } as never))
    },
  },
  'server/areas/payments/mails/mail-invoice.ts': {
    titles: ['Invoice {number} from {seller}: {amount}'],
    from: 'agency',
    send: async (stage) => {
      const { db, http, path, now } = stage
      const { id } = await makeCharge(stage, 'card_declined')
      await db.adminPool.query(
        `insert into invoice (agency_id, id, root_id, client_id, issuer, year, number, ends_on, seller_name, payer_name,
           total_cents, deduction_cents, tax_cents, seller_tax_number, payer_tax_number, tax_note, issued_at)
         values ($1, $2, $3, $4, 'agency', 2026, 7, '2026-11-19', '', 'Payer', 1000, 0, 0, '', '', '', $5)`,
        [path.agencyId, id, path.rootId, path.clientId, new Date(now())],
      )
      await mailInvoiceJob.run(http.platform, { ...path, chargeId: id })
    },
  },
  'server/areas/payments/mails/mail-statement.ts': {
    titles: ['Your statement for {month}'],
    from: 'agency',
    send: async (stage) => {
      await makeCharge(stage, 'card_declined')
      const month = new Date(stage.now()).toISOString().slice(0, 7)
      await mailStatementJob.run(stage.http.platform, { ...stage.path, month })
    },
  },
  'server/areas/payments/mails/mail-payment.ts': {
    titles: ['Receipt: {amount} paid', 'Data Wallet topped up: {amount}', 'Campaign topped up: {amount}'],
    from: 'agency',
    toAgency: 'operator',
    send: async (stage) => {
      const { db, http, path, now } = stage
      const pay = (chargeId: string) => mailPaymentJob.run(http.platform, { ...path, chargeId })
      await pay((await makeCharge(stage, 'card_declined')).id)
      for (const kind of ['campaign_top_up', 'wallet_top_up']) {
        const { id } = await makeCharge(stage, 'card_declined')
        const clientId = kind === 'wallet_top_up' ? null : path.clientId
        await db.adminPool.query(
          'update charge set kind = $2, client_id = $3, balance_id = $4, created_at = $5 where id = $1',
          [id, kind, clientId, clientId ?? path.agencyId, new Date(now())],
        )
        await pay(id)
      }
    },
  },
  'server/areas/payments/cards/mail-expiring-cards.ts': {
    titles: ['Your card expires soon: {card}'],
    from: 'agency',
    send: async ({ db, http, path, now }) => {
      const today = new Date(now())
      await db.adminPool.query(
        `insert into payment_card (company_id, root_id, agency_id, client_id, gateway, customer_id, card_id, brand, last4,
           exp_month, exp_year, cardholder, address, city, zip, state_code, country_code, updated_at)
         values ($1, $2, $3, $1, 'sandbox', 'c', 'card', 'Visa', '4242', $4, $5, '', '', '', '', '', '', '2026-01-01')`,
        [path.clientId, path.rootId, path.agencyId, today.getUTCMonth() + 1, today.getUTCFullYear()],
      )
      await mailExpiringCardsJob.run(http.platform, {})
    },
  },
  'server/areas/wallet/mail-used-up.ts': {
    titles: ['Prepaid leads are used up: {campaign}'],
    from: 'agency',
    send: ({ inRoot, http, path }) => inRoot((tx) => mailUsedUp(tx, http.platform, path, path)),
  },
  'server/areas/wallet/mails.ts': {
    titles: [
      'Your Data Wallet balance expires soon',
      'Part of your Data Wallet balance has expired',
      'Your Data Wallet is empty: new leads have stopped',
    ],
    from: 'operator',
    send: ({ inRoot, http, path, now }) =>
      inRoot(async (tx) => {
        const lot = { id: path.agencyId, remaining_e4: 10_000, expires_at: new Date(now()) }
        await mailEnding(tx, http.platform, path, lot, 'America/Chicago')
        await mailExpired(tx, http.platform, path, lot)
        await mailEmpty(tx, http.platform, path)
      }),
  },
}
