import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/** The email with the link to a campaign's sheet, in the recipient's language. */
export const sheetLinkText = (campaign: string, url: string, say: Translate): MailContent => ({
  title: say('Lead sheet: {campaign}', { campaign }),
  facts: [
    [say('Campaign'), campaign],
    [say('Sheet'), { url }],
  ],
})

/** With invented data. */
export const samples: MailSamples = {
  sheet: {
    kind: 'leads',
    write: (say) => sheetLinkText(fiction.campaign, 'https://docs.example.com/sheet', say),
  },
}
