import { settleEachAgency, type AgencyIds } from '#server/areas/branding/settle-each-agency.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Translate } from '#server/platform/translate.ts'
import { mailAboutLeads, partsAboutLeads, sampleOfLeads, type MailedLeads } from './mail-assigned.ts'
import { maySeeLeads } from './may-see-leads.ts'

/** The hour of the company's day from which people are reminded. */
const morning_hour = 8
/** Actions that were due earlier are in the inbox and the list; nobody is mailed about last year's. */
const latest_days = 1

/**
 * Mails people in the morning which next actions of their leads are due, several in one mail (decision 295). Which day was mailed is stored
 * in the transaction of its mail, so that an interrupted run is continued by the next one.
 */
export const mailDueActionsJob: Job = {
  name: 'mail-due-actions',
  everyMinutes: 15,
  run: (platform) =>
    settleEachAgency(platform, 'reminded of next actions', findAgencies, (agency) => remind(platform, agency)),
}

/** Agencies with an action that may be due: their own zones are looked at one by one. */
async function findAgencies(tx: Tx, rootId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from company where root_id = $1 and kind = 'agency' and removed_at is null
        and exists (select from lead where lead.agency_id = company.id and lead.next_action_date is not null)`,
    [rootId],
  )
  return rows.map(({ id }) => id)
}

const remind = (platform: Platform, { rootId, agencyId }: AgencyIds): Promise<void> =>
  inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, async (tx) => {
    const leads = await takeDueLeads(tx, agencyId, dateOf(platform.clock.now()))
    for (const [userId, ownLeads] of groupBy(leads, ({ assigneeId }) => assigneeId))
      await mailAboutLeads(
        tx,
        platform,
        { rootId, agencyId },
        userId,
        ownLeads.map(({ id }) => id),
        { kind: 'reminders', textOf: dueText, listSearch: '?next=due&assignee=me' },
      )
  })

/**
 * Leads of people who still see them, by the day of the assignee's company. Whoever plans something for the same day knows of it, and is
 * reminded the next morning.
 */
async function takeDueLeads(tx: Tx, agencyId: string, now: Date): Promise<{ id: string; assigneeId: string }[]> {
  const { rows } = await tx.query<{ id: string; assigneeId: string }>(
    `update lead set reminded_date = lead.next_action_date
       from app_user person
       left join role on role.id = person.role_id
       join company own on own.id = person.company_id
      cross join lateral (select $2::timestamptz at time zone own.time_zone as now) here
      where lead.agency_id = $1 and lead.next_action_date is not null and person.id = lead.assignee_id
        and person.agency_id = $1 and (${maySeeLeads('person', 'role')})
        and lead.next_action_date between here.now::date - ${latest_days} and here.now::date
        and extract(hour from here.now) >= ${morning_hour}
        and lead.reminded_date is distinct from lead.next_action_date
        and not exists (
          select from lead_entry entry
           where entry.agency_id = $1 and entry.lead_id = lead.id and entry.kind = 'next_action'
             and entry.by_id = person.id and (entry.at at time zone own.time_zone)::date = here.now::date)
      returning lead.id, lead.assignee_id as "assigneeId"`,
    [agencyId, now],
  )
  return rows
}

const dueText =
  (mailed: MailedLeads) =>
  (say: Translate): MailContent => {
    const { name, campaign, count } = mailed
    return {
      title:
        count === 1
          ? say('Due now: {lead}', { lead: name === '' ? campaign : name })
          : say('Next actions due: {count}', { count: String(count) }),
      paragraphs: [
        count === 1
          ? say('What you planned for this lead is due. You read it on the lead’s page.')
          : say('What you planned for these leads is due. The list shows them.'),
      ],
      ...partsAboutLeads(mailed, say),
    }
  }

/** With invented data. */
export const samples: MailSamples = {
  action_due: { kind: 'reminders', write: (say, _language, { url }) => dueText(sampleOfLeads(1, url('/')))(say) },
  actions_due: { kind: 'reminders', write: (say, _language, { url }) => dueText(sampleOfLeads(12, url('/')))(say) },
}
