import type { Module } from '#contract/campaigns/modules.ts'
import { queueMail } from '#server/areas/sign-in/public.ts'
import { readPageLinks } from '#server/areas/branding/public.ts'
import { readNoticeReceivers } from '#server/areas/tenants/public.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Campaign } from './resolve/batch.ts'
import type { Facts, HoldReason } from './resolve/facts.ts'

const heldTexts = {
  burst: 'This campaign generated {leads} leads within ten minutes, far more than usual. New leads are on hold.',
  day: 'This campaign has no lead limit and generated {leads} leads today, far more than usual. New leads are on hold.',
} as const

/**
 * Puts campaigns on hold that just generated far more leads than usual, and notifies the agency, in the transaction of the
 * batch that detected it. This limits how much of a client's money fake visits can spend.
 */
export async function holdCampaigns(
  platform: Platform,
  tx: Tx,
  book: Book,
  now_ms: number,
  facts: Pick<Facts, 'held'>,
): Promise<void> {
  for (const [campaign, { leads, within }] of facts.held) {
    await tx.query(
      `insert into lead_hold (agency_id, campaign_id, root_id, client_id, held_at, leads, within)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (agency_id, campaign_id) do update set held_at = $5, leads = $6, within = $7, released_at = null`,
      [book.agencyId, campaign.id, book.rootId, campaign.clientId, dateOf(now_ms), leads, within],
    )
    await notifyAgency(platform, tx, book, campaign, { leads, within })
  }
}

async function notifyAgency(
  platform: Platform,
  tx: Tx,
  book: Book,
  campaign: Campaign,
  { leads, within }: { leads: number; within: HoldReason },
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
      to: { ...book, email, language },
      write: (say) => ({
        title: say('Leads are on hold: {campaign}', { campaign: name }),
        paragraphs: [
          say(heldTexts[within], { leads: String(leads) }),
          say(
            'Check its visits. If they are real, release the leads on the campaign’s page. If not, pause the campaign.',
          ),
        ],
        facts: [
          [say('Campaign'), name],
          [say('Client'), client],
        ],
        ...(url && { button: { label: say('Open campaign'), url } }),
      }),
    })
  }
}
