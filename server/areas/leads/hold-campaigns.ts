import type { Module } from '#contract/campaigns/modules.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { readPageLinks } from '#server/areas/branding/read-page-links.ts'
import { readNoticeReceivers } from '#server/areas/tenants/read-addresses.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Campaign } from './resolve/batch.ts'
import type { Facts } from './resolve/facts.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

type Kind = 'burst' | 'apart'

const heldTexts = {
  burst: 'Within ten minutes this campaign generated far more leads than usual: {leads}. New leads are on hold.',
  apart:
    'Leads of this campaign look forged: their visitors hide where they come from, or are seconds old and bring an address. New ones of that kind are on hold; all others continue.',
} as const

const minute_ms = 60_000
const day_ms = 24 * 60 * minute_ms
/** When what is held began: with the ten minutes that were too much. */
const beginningAt = (now_ms: number): Date => dateOf(now_ms - 10 * minute_ms)

/**
 * Puts campaigns on hold that just generated far more leads than usual, and notifies the agency, in the transaction of the
 * batch that detected it. This limits how much of a client's money fake visits can spend.
 */
export async function holdCampaigns(
  platform: Platform,
  tx: Tx,
  book: Book,
  now_ms: number,
  facts: Pick<Facts, 'held' | 'heldApart'>,
): Promise<void> {
  for (const [campaign, leads] of facts.held) {
    await tx.query(
      `insert into lead_hold (agency_id, campaign_id, root_id, client_id, held_at, leads, within, burst_from)
       values ($1, $2, $3, $4, $5, $6, 'burst', $7)
       on conflict (agency_id, campaign_id) do update set held_at = $5, leads = $6, within = 'burst', released_at = null,
         burst_from = ${burstStart('lead_hold', '$7', '$8')}`,
      [...holdOf(book, campaign, now_ms), leads, beginningAt(now_ms), dateOf(now_ms - day_ms)],
    )
    await notifyAgency(platform, tx, book, campaign, { leads, kind: 'burst' })
  }
  for (const [campaign, suspicion] of facts.heldApart) {
    await tx.query(
      `insert into apart_hold (agency_id, campaign_id, root_id, client_id, held_at, suspicion, burst_from)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (agency_id, campaign_id) do update set held_at = $5, suspicion = $6, released_at = null,
         burst_from = ${burstStart('apart_hold', '$7', '$8')}`,
      [...holdOf(book, campaign, now_ms), suspicion, beginningAt(now_ms), dateOf(now_ms - day_ms)],
    )
    await notifyAgency(platform, tx, book, campaign, { leads: suspicion, kind: 'apart' })
  }
}

const holdOf = (book: Book, campaign: Campaign, now_ms: number): unknown[] => [
  book.agencyId,
  campaign.id,
  book.rootId,
  campaign.clientId,
  dateOf(now_ms),
]

/** SQL: a hold soon after a release is about the same burst, which began before. */
const burstStart = (table: string, from: string, dayAgo: string): string =>
  `case when ${table}.released_at > ${dayAgo} then least(${table}.burst_from, ${from}) else ${from} end`

async function notifyAgency(
  platform: Platform,
  tx: Tx,
  book: Book,
  campaign: Campaign,
  { leads, kind }: { leads: number; kind: Kind },
): Promise<void> {
  const { rows } = await tx.query<{ name: string; module: Module; client: string }>(
    `select campaign.name, campaign.module, client.name as client from campaign join company client on client.id = campaign.client_id
      where campaign.agency_id = $1 and campaign.id = $2`,
    [book.agencyId, campaign.id],
  )
  const { name, module, client } = rows[0]!
  const links = await readPageLinks(tx, platform.config, book.rootId, [book.agencyId])
  const url = links.get(book.agencyId)?.(module, `/campaign-management/${campaign.id}`)
  for (const { email, language } of await readNoticeReceivers(tx, book.agencyId)) {
    await queueMail(tx, platform, {
      kind: 'amounts',
      to: { ...book, email, language },
      write: heldText({ name, client, leads, kind, url }),
    })
  }
}

const heldText =
  ({
    name,
    client,
    leads,
    kind,
    url,
  }: {
    name: string
    client: string
    leads: number
    kind: Kind
    url: string | undefined
  }) =>
  (say: Translate): MailContent => ({
    title: say('Leads are on hold: {campaign}', { campaign: name }),
    paragraphs: [
      say(heldTexts[kind], { leads: String(leads) }),
      say('Check its visits. If they are real, release the leads on the campaign’s page. If not, pause the campaign.'),
    ],
    facts: [
      [say('Campaign'), name],
      [say('Client'), client],
    ],
    ...(url && { button: { label: say('Open campaign'), url } }),
  })

/** With invented data. */
export const samples: MailSamples = {
  leads_on_hold: {
    kind: 'amounts',
    write: (say, _language, { url }) =>
      heldText({ name: fiction.campaign, client: fiction.company, leads: 900, kind: 'burst', url: url('/') })(say),
  },
}
