import type { Language } from '#contract/core/language.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Person } from '../find-person.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'

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
  const at = new Date(machineTime(platform.clock))
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
  for (const { email, language, name, viewed } of rows) {
    await queueMail(tx, platform, {
      to: { rootId: target.rootId, agencyId: target.agencyId, email, language },
      write: (say) => ({
        ...wordsFor(say, call.caller.kind === 'agencyOwner', { company: name, person: viewed }),
        facts: [
          [say('Reason'), reason],
          [say('Time'), at],
        ],
        note: say('They have no access to passwords, cards, agreements or secrets. Every change they make is logged.'),
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
