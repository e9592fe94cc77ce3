import type { Module } from '#contract/campaigns/modules.ts'
import type { Language } from '#contract/core/language.ts'
import type { MailKind } from '#contract/mails/kinds.ts'
import { readPageLinks } from '#server/areas/branding/read-page-links.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'
import type { Author } from './add-entries.ts'

interface Assignment {
  lead: { id: string; assigneeId: string | null }
  next: { assigneeId: string | null }
}

/**
 * Mails people the leads that somebody else just assigned to them, several at once in one mail. It does not say who did: an
 * agency's clients don't see its people.
 */
export async function mailAssigned(tx: Tx, author: Author, changes: readonly Assignment[]): Promise<void> {
  const byAssignee = groupBy(
    changes.filter(({ lead, next }) => next.assigneeId !== null && next.assigneeId !== lead.assigneeId),
    ({ next }) => next.assigneeId!,
  )
  if (author.caller) byAssignee.delete(author.caller.userId)
  for (const [userId, leads] of byAssignee)
    await mailAboutLeads(
      tx,
      author.platform,
      { rootId: author.object!.rootId, agencyId: author.object!.agencyId! },
      userId,
      leads.map(({ lead }) => lead.id),
      { kind: 'assigned', textOf: assignedText },
    )
}

interface Assigned {
  email: string
  language: Language
  id: string
  name: string
  module: Module
  campaign: string
}

export interface MailedLeads extends Pick<Assigned, 'id' | 'name' | 'campaign'> {
  count: number
  url: string | undefined
}
interface LeadMail {
  kind: MailKind
  /** What the list of leads shows when several are opened from the mail. */
  listSearch?: string
  textOf: (about: MailedLeads) => (say: Translate) => MailContent
}

/** Queues a mail to a person about leads, with a link to the only one or to the list. */
export async function mailAboutLeads(
  tx: Tx,
  platform: Platform,
  { rootId, agencyId }: { rootId: string; agencyId: string },
  userId: string,
  ids: readonly string[],
  { kind, textOf, listSearch = '' }: LeadMail,
): Promise<void> {
  const { rows } = await tx.query<Assigned>(
    `select assignee.email, coalesce(assignee.language, 'en') as language, lead.id,
            trim(concat(lead.first_name, ' ', lead.last_name)) as name, campaign.module, campaign.name as campaign
       from lead join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
       join app_user assignee on assignee.agency_id = $1 and assignee.id = $3 and assignee.status = 'active'
        and assignee.removed_at is null
      where lead.agency_id = $1 and lead.id = $2`,
    [agencyId, ids[0], userId],
  )
  const [first] = rows
  if (!first) return
  const { email, language, id, name, module, campaign } = first
  const linkTo = (await readPageLinks(tx, platform.config, rootId, [agencyId])).get(agencyId)
  const url = ids.length === 1 ? linkTo?.(module, `/leads/${id}`) : linkTo?.(module, `/leads${listSearch}`)
  await queueMail(tx, platform, {
    kind,
    to: { rootId, agencyId, email, language },
    write: textOf({ id, name, campaign, count: ids.length, url }),
  })
}

/** What each mail about leads has: the campaign and thread of a single one, and where they are. */
export const partsAboutLeads = (
  { id, campaign, count, url }: MailedLeads,
  say: Translate,
): Pick<MailContent, 'facts' | 'button' | 'thread'> => ({
  facts: count === 1 ? [[say('Campaign'), campaign]] : [],
  ...(url && { button: { label: count === 1 ? say('Open lead') : say('Open leads'), url } }),
  ...(count === 1 && { thread: `lead ${id}` }),
})

const assignedText =
  (mailed: MailedLeads) =>
  (say: Translate): MailContent => {
    const { name, campaign, count } = mailed
    return {
      title:
        count === 1
          ? say('Lead assigned to you: {lead}', { lead: name === '' ? campaign : name })
          : say('Leads assigned to you: {count}', { count: String(count) }),
      paragraphs: [
        count === 1
          ? say('You are expected to take care of it. Its page has everything known about it.')
          : say('You are expected to take care of them. The list of leads shows those that are yours.'),
      ],
      ...partsAboutLeads(mailed, say),
    }
  }

/** Invented leads, for the samples of mails about them. */
export const sampleOfLeads = (count: number, url: string): MailedLeads => ({
  id: '1',
  name: fiction.lead,
  campaign: fiction.campaign,
  count,
  url,
})

/** With invented data. */
export const samples: MailSamples = {
  lead_assigned: {
    kind: 'assigned',
    write: (say, _language, { url }) => assignedText(sampleOfLeads(1, url('/')))(say),
  },
  leads_assigned: {
    kind: 'assigned',
    write: (say, _language, { url }) => assignedText(sampleOfLeads(12, url('/')))(say),
  },
}
