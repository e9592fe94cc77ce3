import type { AlertKind } from '#contract/alerts/alert-rules.ts'
import type { Language } from '#contract/core/language.ts'
import type { MailKind } from '#contract/mails/kinds.ts'
import type { ChannelMessage } from '#server/areas/integrations/connectors/channel-message.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { fiction, type MailSample, type MailSamples } from '#server/areas/mails/mail-sample.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'

/** Which choice of a person's emails decides about an alert. */
export const mailKindOf = {
  silent: 'problems',
  no_leads: 'amounts',
  spending: 'spending',
  deliveries: 'problems',
} as const satisfies Record<AlertKind, MailKind>

export interface ShownAlerts {
  kind: AlertKind
  threshold: number | null
  campaigns: readonly { campaign: string; client: string }[]
  url: string | undefined
}

/** Of many campaigns, the first by name are listed. */
const maxListed = 20

/** Says what began, for one campaign or for many. */
export const alertMail =
  ({ kind, threshold, campaigns, url }: ShownAlerts) =>
  (say: Translate): MailContent => {
    const more = campaigns.length - maxListed
    return {
      title: titleOf(kind, campaigns, say),
      paragraphs: [
        reasonOf(kind, String(threshold ?? ''), say),
        ...(more > 0 ? [say('Campaigns not listed here: {count}', { count: String(more) })] : []),
      ],
      facts: campaigns.slice(0, maxListed).map(({ campaign, client }) => [campaign, client] as const),
      ...(url && { button: { label: say(campaigns.length === 1 ? 'Open campaign' : 'Open campaigns'), url } }),
    }
  }

/** The same for a channel, which people of one company read. */
export async function alertMessage(alerts: ShownAlerts, language: Language): Promise<ChannelMessage> {
  const say = await translatorOf(language, 'mail')
  const { title, paragraphs, facts, button } = alertMail(alerts)(say)
  return {
    title,
    facts: [
      ...paragraphs!.map((value) => ({ label: say('Alert'), value })),
      ...facts!.map(([label, value]) => ({ label, value: value as string })),
    ],
    link: button,
    isRightToLeft: language === 'ar',
  }
}

function titleOf(kind: AlertKind, campaigns: readonly { campaign: string }[], say: Translate): string {
  const count = String(campaigns.length)
  const campaign = campaigns[0]?.campaign ?? ''
  const isOne = campaigns.length === 1
  if (kind === 'silent')
    return isOne ? say('No hits: {campaign}', { campaign }) : say('Campaigns without hits: {count}', { count })
  if (kind === 'no_leads')
    return isOne ? say('No leads: {campaign}', { campaign }) : say('Campaigns without leads: {count}', { count })
  if (kind === 'spending')
    return isOne
      ? say('Near its limit: {campaign}', { campaign })
      : say('Campaigns near their limit: {count}', { count })
  return isOne ? say('Deliveries fail: {campaign}', { campaign }) : say('Failing destinations: {count}', { count })
}

function reasonOf(kind: AlertKind, threshold: string, say: Translate): string {
  switch (kind) {
    case 'silent':
      return say('The pixel has reported nothing for {hours} hours. Check that it is still on the website.', {
        hours: threshold,
      })
    case 'no_leads':
      return say('No lead came in the last {days} days. The visits say why others became none.', { days: threshold })
    case 'spending':
      return say('{share} of the spend cap or of the limit of leads is used. At the end of it, leads stop.', {
        share: `${threshold}%`,
      })
    case 'deliveries':
      return say('Leads can’t be delivered. They are kept, and sent once the destination works again.')
  }
}

const sampleOf = (kind: 'silent' | 'no_leads' | 'spending', threshold: number): MailSample => ({
  kind: mailKindOf[kind],
  write: (say, _language, { url }) =>
    alertMail({
      kind,
      threshold,
      campaigns: [{ campaign: fiction.campaign, client: fiction.company }],
      url: url('/'),
    })(say),
})

/** With invented data. */
export const samples: MailSamples = {
  alert_silent: sampleOf('silent', 6),
  alert_no_leads: sampleOf('no_leads', 2),
  alert_limit: sampleOf('spending', 80),
}
