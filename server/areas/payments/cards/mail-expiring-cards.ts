import { readRoots } from '#server/areas/branding/read-roots.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { readPayersPeople } from '../dunning/mail-payers.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/** Tells payers 30 and 7 days before that their card expires, so that no payment fails for it. */
export const mailExpiringCardsJob: Job = {
  name: 'mail-expiring-cards',
  everyMinutes: 60,
  async run(platform) {
    for (const rootId of await readRoots(platform)) {
      const scope = { kind: 'root', rootId } as const
      const now = dateOf(platform.clock.now())
      const cards = await inScope(platform.appPool, scope, (tx) => findExpiring(tx, rootId, now), { readOnly: true })
      await settleEach(platform, 'a payer could not be told that a card expires', cards, (card) =>
        inScope(platform.appPool, scope, (tx) => mailCard(tx, platform, rootId, card)),
      )
    }
  },
}

interface ExpiringCard {
  companyId: string
  agencyId: string
  clientId: string | null
  cardId: string
  label: string
  lastDate: string
  /** 30 or 7. */
  days: number
}

const atOnce = 1_000

/** A card is good until the last day of its month. The rest follows in the next run. */
async function findExpiring(tx: Tx, rootId: string, now: Date): Promise<ExpiringCard[]> {
  const { rows } = await tx.query<ExpiringCard>(
    `select card.company_id as "companyId", company.agency_id as "agencyId", company.client_id as "clientId",
            card.card_id as "cardId", card.brand || ' •••• ' || card.last4 as label, last.day::text as "lastDate", due.days
       from payment_card card join company on company.id = card.company_id
      cross join lateral (
        select (make_date(card.exp_year, card.exp_month, 1) + interval '1 month - 1 day')::date as day) last
      cross join lateral (select case when last.day - $2::date <= 7 then 7 else 30 end as days) due
      where card.root_id = $1 and company.removed_at is null and company.agency_id is not null
        and last.day between $2::date and $2::date + 30
        and card.expiry_notice is distinct from card.card_id || ' ' || due.days
      order by last.day, card.company_id limit ${atOnce}`,
    [rootId, now],
  )
  return rows
}

/** What was told is stored in the transaction of its mail, so that a run that is repeated tells it once. */
async function mailCard(tx: Tx, platform: Platform, rootId: string, card: ExpiringCard): Promise<void> {
  const { rowCount } = await tx.query(
    `update payment_card set expiry_notice = $3 where company_id = $1 and card_id = $2 and expiry_notice is distinct from $3`,
    [card.companyId, card.cardId, `${card.cardId} ${card.days}`],
  )
  if (!rowCount) return
  const host = await findHostOf(tx, card.agencyId)
  const url = host && pageAddress(platform.config, host, '/user/card-setting')
  const payer = { agency_id: card.agencyId, client_id: card.clientId }
  for (const { email, language } of await readPayersPeople(tx, payer))
    await queueMail(tx, platform, {
      kind: 'money',
      to: { rootId, agencyId: card.clientId === null ? null : card.agencyId, email, language },
      write: expiringCardText(card, url),
    })
}

const expiringCardText =
  (card: Pick<ExpiringCard, 'label' | 'lastDate'>, url: string | null) =>
  (say: Translate): MailContent => ({
    title: say('Your card expires soon: {card}', { card: card.label }),
    paragraphs: [say('Store another card before then. Payments that fail stop campaigns.')],
    facts: [
      [say('Card'), card.label],
      [say('Last day'), { date: card.lastDate }],
    ],
    ...(url !== null && { button: { label: say('Open Card Setting'), url } }),
  })

/** With invented data. */
export const samples: MailSamples = {
  card_expires: {
    kind: 'money',
    write: (say, _language, { url }) =>
      expiringCardText({ label: 'Visa •••• 4242', lastDate: fiction.date }, url('/user/card-setting'))(say),
  },
}
