import { causeTexts, type Cause } from '#contract/integrations/causes.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

export interface Warning {
  campaign: string
  /** The destination's description. */
  destination: (say: Translate) => string
  cause: Cause | null
  isOff: boolean
}

/** The title and facts of the email, in the recipient's language. */
export const warningText = ({ campaign, destination, cause, isOff }: Warning, say: Translate): MailContent => ({
  title: isOff ? say('Delivery turned off: {campaign}', { campaign }) : say('Delivery fails: {campaign}', { campaign }),
  facts: [
    [say('Campaign'), campaign],
    [say('Destination'), destination(say)],
    [say('Cause'), cause === null ? '' : say(causeTexts[cause])],
    [
      say('What to do'),
      isOff
        ? say('Leads are kept. Fix the cause, then turn the destination on: what was missed is sent.')
        : say('Leads are kept and retried automatically. Fix the cause to get them right away.'),
    ],
  ],
})

const sampleWarning = (isOff: boolean): Warning => ({
  campaign: fiction.campaign,
  destination: () => 'https://hooks.example.com/leads',
  cause: null,
  isOff,
})

/** With invented data. */
export const samples: MailSamples = {
  delivery_fails: { kind: 'problems', write: (say) => warningText(sampleWarning(false), say) },
  delivery_off: { kind: 'problems', write: (say) => warningText(sampleWarning(true), say) },
}
