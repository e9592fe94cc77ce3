import { moduleDefinitions } from '#contract/campaigns/modules.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { DueNotice } from './read-due-notices.ts'

/** The text of a notice, in the reader's language. */
export const noticeText =
  (notice: DueNotice, url: string | undefined) =>
  (say: Translate): MailContent => {
    const { kind, name, client, module, firstDay, lastDay, leads, threshold } = notice
    const values = { leads: String(leads), threshold: String(threshold), first: firstDay, last: lastDay }
    const days = firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`
    return {
      title:
        kind === 'amount'
          ? say('Leads reached {threshold}: {campaign}', { ...values, campaign: name })
          : say('Fewer leads than the minimum: {campaign}', { campaign: name }),
      paragraphs:
        kind === 'amount'
          ? [say('Leads in this period so far: {leads}. You asked to be notified at {threshold}.', values)]
          : [
              say('Leads in the period that ended: {leads}. The campaign’s minimum is {threshold}.', values),
              moduleDefinitions[module].hasPixel
                ? say('Its page shows where most visits end. Wider places or fewer required fields bring more.')
                : say(
                    'Its page shows where most searches end. Wider places, more keywords or fewer required fields bring more.',
                  ),
            ],
      facts: [
        [say('Campaign'), name],
        [say('Client'), client],
        [say('Days'), days],
        [say('Leads'), String(leads)],
      ],
      ...(url && { button: { label: say('Open campaign'), url } }),
    }
  }
