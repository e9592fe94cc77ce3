import type { Language } from '#contract/core/language.ts'
import { mailKinds } from '#contract/mails/kinds.ts'
import { readSenders } from '#server/areas/branding/read-senders.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { layOutMail, type StoredMail } from '../lay-out-mail.ts'
import type { MailSample } from '../mail-sample.ts'
import { readOwnTexts, sayOwn } from '../own-texts/own-texts.ts'
import { choicesPath } from '../preferences/reader-of.ts'

/** The operator, or an agency. */
export interface SampleOwner {
  rootId: string
  agencyId: string | null
}

/** Writes samples as a company sends them: in its brand, with links to its pages. */
export async function sampleWriter(
  platform: Platform,
  { rootId, agencyId }: SampleOwner,
  language: Language,
): Promise<(sample: MailSample) => StoredMail> {
  const companyId = agencyId ?? rootId
  const { sender, own } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    async (tx) => ({
      sender: (await readSenders(tx, platform.config, rootId, [companyId])).get(companyId),
      own: await readOwnTexts(tx, companyId, language),
    }),
    { readOnly: true },
  )
  if (!sender) throw notFound()
  const say = sayOwn(await translatorOf(language, 'mail'), own, language)
  const url = (path: string): string => `${sender.origin ?? 'https://example.com'}${path}`
  return ({ kind, write }) => {
    const links = mailKinds[kind].mayStop ? { choicesUrl: url(choicesPath), stopUrl: url('/stop-mail/sample') } : {}
    return layOutMail(sender, write(say, language, { brand: sender.name, url }), { kind, language, say, ...links })
  }
}
