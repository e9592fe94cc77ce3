import type { MailKind } from '#contract/mails/kinds.ts'
import { readSenders } from '#server/areas/branding/read-senders.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Translate } from '#server/platform/translate.ts'
import { layOutMail, type MailContent, type MailSender, type StoredMail } from './lay-out-mail.ts'
import { readOwnTexts, sayOwn } from './own-texts/own-texts.ts'
import { queuePush } from './push/send-push.ts'
import { readMailRecipient } from './preferences/read-mail-recipient.ts'
import { readerOf } from './preferences/reader-of.ts'
import type { Receiver } from './receiver.ts'

/**
 * A mail to one person, laid out in its sender's brand, in the one place that asks whether they want it:
 * null if they stopped mails of its kind, or get a notice in their browsers in its place. `write` learns
 * whether the reader works for the company that sends it.
 */
export async function composeFor(
  platform: Platform,
  to: Receiver,
  kind: MailKind,
  write: (say: Translate, isStaff: boolean) => MailContent,
): Promise<StoredMail | null> {
  const companyId = to.agencyId ?? to.rootId
  const { sender, recipient, own } = await inScope(
    platform.appPool,
    { kind: 'root', rootId: to.rootId },
    async (tx) => ({
      sender: (await readSenders(tx, platform.config, to.rootId, [companyId])).get(companyId),
      recipient: await readMailRecipient(tx, to, to.email, kind),
      own: await readOwnTexts(tx, companyId, to.language),
    }),
    { readOnly: true },
  )
  if (!sender) throw new Error(`company ${companyId} has no brand to send as`)
  if (recipient.isStopped) return null
  const reader = await readerOf(platform, sender, companyId, recipient, { kind, language: to.language })
  const say = sayOwn(reader.say, own, to.language)
  const content = write(say, recipient.isStaff)
  if (recipient.wantsPush && (await push(platform, sender, to, recipient.id, content))) return null
  return layOutMail(sender, content, reader)
}

/** False if none of their browsers listens any more: then the mail reaches them. */
const push = (
  platform: Platform,
  { name, address, origin }: MailSender,
  { rootId, language }: Receiver,
  userId: string,
  { title, button }: MailContent,
): Promise<boolean> =>
  inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    queuePush(
      tx,
      platform,
      { rootId, userId },
      { title, from: { name, address }, language, url: button?.url ?? origin },
    ),
  )
