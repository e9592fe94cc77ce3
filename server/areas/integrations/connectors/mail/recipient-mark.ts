import type { MailReader, MailSender } from '#server/areas/mails/lay-out-mail.ts'

/** Stands in a mail of leads for what differs by recipient: the secret part of the link by which they stop it. */
export const recipientMark = 'RECIPIENT'

/** The reader of a mail that several recipients get. */
export const anyRecipient = (
  { origin }: Pick<MailSender, 'origin'>,
  { language, say }: Pick<MailReader, 'language' | 'say'>,
): MailReader => ({
  kind: 'leads',
  language,
  say,
  ...(origin !== null && { stopUrl: `${origin}/stop-mail/${recipientMark}` }),
})
