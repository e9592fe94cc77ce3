import type { Module } from '#contract/campaigns/modules.ts'
import { readPageLinks } from '#server/areas/branding/read-page-links.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { readReceivers } from '#server/areas/tenants/read-addresses.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/** Says to a client and its agency that a campaign has used up what was prepaid for it. */
export async function mailUsedUp(
  tx: Tx,
  platform: Platform,
  { rootId, agencyId }: { rootId: string; agencyId: string },
  { campaignId, clientId }: { campaignId: string; clientId: string },
): Promise<void> {
  const { rows } = await tx.query<{ name: string; module: Module }>(
    'select name, module from campaign where agency_id = $1 and id = $2 and removed_at is null',
    [agencyId, campaignId],
  )
  const [campaign] = rows
  if (!campaign) return
  const linkTo = (await readPageLinks(tx, platform.config, rootId, [agencyId])).get(agencyId)
  const url = linkTo?.(campaign.module, `/campaign-management/${campaignId}`)
  for (const { email, language } of await readReceivers(tx, agencyId, clientId))
    await queueMail(tx, platform, {
      kind: 'money',
      to: { rootId, agencyId, email, language },
      write: usedUpText(campaign.name, url),
    })
}

const usedUpText =
  (name: string, url: string | undefined) =>
  (say: Translate): MailContent => ({
    title: say('Prepaid leads are used up: {campaign}', { campaign: name }),
    paragraphs: [say('New leads of this campaign have stopped. They start again once a top-up is paid.')],
    facts: [[say('Campaign'), name]],
    ...(url && { button: { label: say('Open campaign'), url } }),
  })

/** With invented data. */
export const samples: MailSamples = {
  prepaid_used_up: {
    kind: 'money',
    write: (say, _language, { url }) => usedUpText(fiction.campaign, url('/'))(say),
  },
}
