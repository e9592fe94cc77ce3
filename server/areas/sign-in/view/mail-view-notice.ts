import type { Language } from '#contract/core/language.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Person } from '../find-person.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/**
 * Notifies the people viewed: the agency's owners, or the client's own people. The mail comes from the brand they know and
 * names neither the operator nor the agency's people, whom its clients don't see.
 */
export async function mailViewNotice(tx: Tx, call: SignedInCall, target: Person, reason: string): Promise<void> {
  const { platform } = call
  const { rows } = await tx.query<{ email: string; language: Language; name: string; viewed: string }>(
    `select u.email, coalesce(u.language, 'en') as language, company.name, viewed.full_name as viewed
     from app_user u join company on company.id = u.company_id, app_user viewed
     where u.company_id = $1 and u.kind in ('agencyOwner', 'client') and u.status = 'active' and viewed.id = $2
     order by u.created_at limit 5`,
    [target.companyId, target.userId],
  )
  const at_ms = machineTime(platform.clock)
  for (const { email, language, name, viewed } of rows) {
    await queueMail(tx, platform, {
      kind: 'account',
      to: { rootId: target.rootId, agencyId: target.agencyId, email, language },
      write: viewNoticeText({
        isByAgency: call.caller.kind === 'agencyOwner',
        company: name,
        person: viewed,
        reason,
        at_ms,
      }),
    })
  }
}

const wordsFor = (say: Translate, isByAgency: boolean, values: { company: string; person: string }) =>
  isByAgency
    ? {
        title: say('Your agency viewed your account'),
        paragraphs: [say('Your agency is viewing {company} as {person}, for at most 30 minutes.', values)],
      }
    : {
        title: say('Support viewed your account'),
        paragraphs: [say('Support is viewing {company} as {person}, for at most 30 minutes.', values)],
      }

const viewNoticeText =
  ({
    isByAgency,
    company,
    person,
    reason,
    at_ms,
  }: {
    isByAgency: boolean
    company: string
    person: string
    reason: string
    at_ms: number
  }) =>
  (say: Translate): MailContent => ({
    ...wordsFor(say, isByAgency, { company, person }),
    facts: [
      [say('Reason'), reason],
      [say('Time'), { at_ms }],
    ],
    note: say('They have no access to passwords, cards, agreements or secrets. Every change they make is logged.'),
  })

const sampleView = (isByAgency: boolean) => ({
  isByAgency,
  company: fiction.company,
  person: fiction.person,
  reason: 'A question about an invoice',
  at_ms: fiction.at_ms,
})

/** With invented data. */
export const samples: MailSamples = {
  view_by_support: { kind: 'account', write: viewNoticeText(sampleView(false)) },
  view_by_agency: { kind: 'account', write: viewNoticeText(sampleView(true)) },
}
