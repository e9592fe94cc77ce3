import { lockCharge, type ChargeRow } from '#server/areas/billing/charge-states.ts'
import { mailPaymentJobName } from '#server/areas/billing/queue-payment-mails.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Translate } from '#server/platform/translate.ts'
import { factsOf, readPayersPeople, sampleFacts, showDollars, type Facts } from '../dunning/mail-payers.ts'
import { mailPayer, payerMailPayload } from './mail-payer.ts'
import type { MailSample, MailSamples } from '#server/areas/mails/mail-sample.ts'

/** Mails a payer the receipt of a payment; of a prepayment, that it was added to their balance. */
export const mailPaymentJob: Job = {
  name: mailPaymentJobName,
  mails: true,
  async run(platform, input) {
    const task = payerMailPayload.parse(input)
    const { rootId, agencyId, chargeId } = task
    const source = await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
      const charge = await lockCharge(tx, { agencyId }, chargeId)
      return charge && { charge, facts: await factsOf(tx, charge), receivers: await readPayersPeople(tx, charge) }
    })
    // Nothing was paid where nothing was owed.
    if (!source || source.charge.amount_cents === 0) return
    const { charge, facts, receivers } = source
    await mailPayer(platform, mailPaymentJobName, task, {
      kind: 'money',
      clientId: charge.client_id,
      about: chargeId,
      receivers,
      write: paymentText(charge, facts),
    })
  },
}

/** The receipt of a payment. */
const paymentText =
  (charge: Pick<ChargeRow, 'id' | 'amount_cents' | 'balance_id' | 'kind'>, facts: Facts) =>
  (say: Translate): MailContent => ({
    ...wordsOf(charge, say),
    facts: facts(say),
    thread: `invoice ${charge.id}`,
  })

function wordsOf(
  { amount_cents, balance_id, kind }: Pick<ChargeRow, 'amount_cents' | 'balance_id' | 'kind'>,
  say: Translate,
): Pick<MailContent, 'title' | 'paragraphs'> {
  const amount = showDollars(amount_cents)
  if (balance_id === null)
    return {
      title: say('Receipt: {amount} paid', { amount }),
      paragraphs: [say('Thank you. Your payment has arrived.')],
    }
  return {
    title:
      kind === 'wallet_top_up'
        ? say('Data Wallet topped up: {amount}', { amount })
        : say('Campaign topped up: {amount}', { amount }),
    paragraphs: [say('The payment has arrived and was added to your balance.')],
  }
}

const sampleOf = (kind: ChargeRow['kind'], balance_id: string | null): MailSample => ({
  kind: 'money',
  write: paymentText({ id: '1', amount_cents: 15_938, balance_id, kind }, sampleFacts),
})

/** With invented data. */
export const samples: MailSamples = {
  receipt: sampleOf('client_leads', null),
  wallet_top_up: { ...sampleOf('wallet_top_up', '1'), isOperators: true },
  campaign_top_up: sampleOf('campaign_top_up', '1'),
}
