import { moduleDefinitions } from '#contract/campaigns/modules.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Language } from '#contract/core/language.ts'
import { showDate } from '#server/platform/show-date.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { DueNotice } from './read-due-notices.ts'
import { fiction, type MailSample, type MailSamples } from '#server/areas/mails/mail-sample.ts'

type ShownNotice = Pick<
  DueNotice,
  'kind' | 'name' | 'client' | 'module' | 'firstDay' | 'lastDay' | 'leads' | 'threshold'
>

/** The text of a notice, in the reader's language. */
export const noticeText =
  (notice: ShownNotice, url: string | undefined) =>
  (say: Translate, language: Language): MailContent => {
    const { kind, name, client, module, firstDay, lastDay, leads, threshold } = notice
    const values = { leads: String(leads), threshold: String(threshold) }
    const [first, last] = [firstDay, lastDay].map((day) => showDate(day, language))
    const days = first === last ? first! : `${first} – ${last}`
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

const sampleOf = (kind: DueNotice['kind']): MailSample => ({
  kind: 'amounts',
  write: (say, language, { url }) =>
    noticeText(
      {
        kind,
        name: fiction.campaign,
        client: fiction.company,
        module: 'local',
        firstDay: '2026-11-01',
        lastDay: '2026-11-30',
        leads: 40,
        threshold: kind === 'amount' ? 40 : 100,
      },
      url('/'),
    )(say, language),
})

/** With invented data. */
export const samples: MailSamples = {
  lead_amount: sampleOf('amount'),
  lead_minimum: sampleOf('minimum'),
}
