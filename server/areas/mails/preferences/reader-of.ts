import { mailKinds, type MailKind } from '#contract/mails/kinds.ts'
import type { Language } from '#contract/core/language.ts'
import type { Sender } from '#server/areas/branding/read-senders.ts'
import type { Platform } from '#server/platform/platform.ts'
import { translatorOf } from '#server/platform/translate.ts'
import type { MailReader } from '../lay-out-mail.ts'
import type { MailRecipient } from './read-mail-recipient.ts'
import { stopTokenOf } from './stop-link.ts'

/** Where people choose what they get. */
export const choicesPath = '/user/profile?part=emails'

/** The reader of a mail of a kind, with the links by which they get less. */
export async function readerOf(
  platform: Pick<Platform, 'secrets'>,
  { origin }: Pick<Sender, 'origin'>,
  companyId: string,
  recipient: Pick<MailRecipient, 'id' | 'hasAccount'> | null,
  { kind, language }: { kind: MailKind; language: Language },
): Promise<MailReader> {
  const reader = { kind, language, say: await translatorOf(language, 'mail') }
  if (recipient === null || origin === null || !mailKinds[kind].mayStop) return reader
  const token = stopTokenOf(platform, { companyId, recipientId: recipient.id, kind })
  return {
    ...reader,
    ...(recipient.hasAccount && { choicesUrl: `${origin}${choicesPath}` }),
    stopUrl: `${origin}/stop-mail/${token}`,
  }
}
