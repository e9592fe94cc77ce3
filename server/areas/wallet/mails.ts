import { centsFromE4, dollarsFromCents } from '#contract/core/money.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import type { EndingLot } from '#server/areas/prepaid/ending-lots.ts'
import { readNoticeReceivers } from '#server/areas/tenants/read-addresses.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (e4: number): string => dollars.format(dollarsFromCents(centsFromE4(e4)))

interface Agency {
  rootId: string
  agencyId: string
}
type Write = Parameters<typeof queueMail>[2]['write']

/** Mails all of an agency's people who get notices, in the name of the operator, who is the payee. */
async function mailAgency(tx: Tx, platform: Platform, { rootId, agencyId }: Agency, write: Write): Promise<void> {
  for (const { email, language } of await readNoticeReceivers(tx, agencyId))
    await queueMail(tx, platform, { kind: 'money', to: { rootId, agencyId: null, email, language }, write })
}

/** Warns that a lot expires soon, and says when. */
export const mailEnding = (tx: Tx, platform: Platform, agency: Agency, lot: EndingLot, zone: string): Promise<void> =>
  mailAgency(tx, platform, agency, walletEndingText(lot, zone))

export const mailExpired = (tx: Tx, platform: Platform, agency: Agency, lot: EndingLot): Promise<void> =>
  mailAgency(tx, platform, agency, walletExpiredText(lot))

/** Says that leads have stopped because the wallet is empty. */
export const mailEmpty = (tx: Tx, platform: Platform, agency: Agency): Promise<void> =>
  mailAgency(tx, platform, agency, walletEmptyText)

const walletEndingText =
  (lot: Pick<EndingLot, 'remaining_e4' | 'expires_at'>, zone: string) =>
  (say: Translate): MailContent => ({
    title: say('Your Data Wallet balance expires soon'),
    paragraphs: [
      say(
        'This part of your balance has not been used. It expires twelve months after its top-up and cannot be refunded.',
      ),
    ],
    facts: [
      [say('Amount'), money(lot.remaining_e4)],
      [say('Expires'), { date: localDateAt(lot.expires_at.getTime(), zone) }],
    ],
  })

const walletExpiredText =
  (lot: Pick<EndingLot, 'remaining_e4'>) =>
  (say: Translate): MailContent => ({
    title: say('Part of your Data Wallet balance has expired'),
    paragraphs: [say('It was not used within twelve months after its top-up.')],
    facts: [[say('Amount'), money(lot.remaining_e4)]],
  })

const walletEmptyText = (say: Translate): MailContent => ({
  title: say('Your Data Wallet is empty: new leads have stopped'),
  paragraphs: [
    say(
      'Leads start again once a top-up is paid. Open Data Wallet from your profile menu to see whether one is on its way, or to top up.',
    ),
  ],
})

/** With invented data. */
export const samples: MailSamples = {
  wallet_ending: {
    kind: 'money',
    isOperators: true,
    write: walletEndingText({ remaining_e4: 2_500_000, expires_at: new Date(fiction.at_ms) }, 'America/Chicago'),
  },
  wallet_expired: { kind: 'money', isOperators: true, write: walletExpiredText({ remaining_e4: 2_500_000 }) },
  wallet_empty: { kind: 'money', isOperators: true, write: walletEmptyText },
}
