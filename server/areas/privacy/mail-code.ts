import type { Language } from '#contract/core/language.ts'
import type { AskedKind } from '#contract/privacy/choices.ts'
import type { Text } from '#i18n/arabic.ts'
import type { HostOwner } from '#server/areas/branding/find-host.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Translate } from '#server/platform/translate.ts'

interface RequestCode {
  owner: Pick<HostOwner, 'rootId' | 'agencyId'>
  email: string
  language: Language
  kind: AskedKind
  number: string
  code: string
  /** Who asks for the person; empty if they ask themselves. */
  agent: string
  /** In machine time. */
  expires_ms: number
}

/** The same mail goes to every address, whether or not anybody is known by it. */
export const mailRequestCode = (tx: Tx, platform: Platform, request: RequestCode): Promise<unknown> =>
  queueMail(tx, platform, {
    kind: 'privacy',
    to: {
      rootId: request.owner.rootId,
      agencyId: request.owner.agencyId,
      email: request.email,
      language: request.language,
    },
    isUrgent: true,
    uselessAfter_ms: request.expires_ms,
    write: codeText(request),
  })

const codeText =
  ({ kind, number, code, agent }: Pick<RequestCode, 'kind' | 'number' | 'code' | 'agent'>) =>
  (say: Translate): MailContent => ({
    title: say('Confirm your privacy request'),
    paragraphs:
      agent === ''
        ? [say(askedTexts[kind]), say('Enter this code on the page on which you asked. It expires in 15 minutes.')]
        : [
            say('{agent} says that you gave them permission to ask for you.', { agent }),
            say(askedTexts[kind]),
            say(
              'If so, enter the number and this code on our page of privacy requests. It expires in 7 days. If not, ignore this email.',
            ),
          ],
    code,
    facts: [[say('Number of the request'), number]],
    note: say(
      'Everybody who asks gets this email: it doesn’t mean that anything is held. If it wasn’t you, ignore it.',
    ),
  })

const askedTexts: Readonly<Record<AskedKind, Text>> = {
  see: 'Someone, perhaps you, asked what is held about the person with this email address.',
  delete: 'Someone, perhaps you, asked to delete everything held about the person with this email address.',
  correct: 'Someone, perhaps you, asked to correct what is held about the person with this email address.',
}

/** With invented data. */
export const samples: MailSamples = {
  privacy_code: {
    kind: 'privacy',
    write: codeText({ kind: 'see', number: '7K2MX4Q9TB', code: 'H4XQ-7WN2', agent: '' }),
  },
  privacy_code_agent: {
    kind: 'privacy',
    write: codeText({ kind: 'see', number: '7K2MX4Q9TB', code: 'H4XQ-7WN2', agent: 'Permission Slips, Inc.' }),
  },
}
