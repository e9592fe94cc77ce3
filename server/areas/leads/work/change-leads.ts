import type { EventData } from '#contract/developers/event-bodies.ts'
import { publishEvents, type OccurredEvent } from '#server/areas/integrations/publish-events.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { saveTagNames } from './lead-tags.ts'
import { addEntries, type Author, type NewEntry } from './add-entries.ts'
import { mailAssigned } from './mail-assigned.ts'

/** What people decide about a lead. */
export interface LeadState {
  status: string
  assigneeId: string | null
  /** Empty if there is none. */
  nextAction: string
  nextActionDate: string | null
  value_cents: number | null
  tags: readonly string[]
}

export interface WorkedLead extends LeadState {
  id: string
  clientId: string
  /** The personal data of this lead was erased, so that nothing would erase a text that is added now. */
  isErased: boolean
}

export interface ChangedLead {
  lead: WorkedLead
  next: LeadState
}

/**
 * Changes leads of one agency and adds each change to their histories: the only place that does, so that no change is
 * missing there. `changeOf` returns what changes of a lead, null for nothing. Returns the leads that are different now.
 */
export async function changeLeads(
  tx: Tx,
  author: Author,
  ids: readonly string[],
  changeOf: (lead: WorkedLead) => Partial<LeadState> | null,
  isDone = false,
): Promise<ChangedLead[]> {
  const { rootId, agencyId } = author.object!
  const differences: ChangedLead[] = []
  const entries: NewEntry[] = []
  for (const lead of await lockLeads(tx, agencyId!, ids)) {
    const next = { ...stateOf(lead), ...changeOf(lead) }
    const steps = stepsOf(lead, next, isDone)
    if (steps.length === 0) continue
    differences.push({ lead, next })
    for (const step of steps) entries.push({ leadId: lead.id, clientId: lead.clientId, ...step })
  }
  if (differences.length === 0) return differences
  await save(tx, agencyId!, differences)
  await saveTagNames(
    tx,
    { rootId, agencyId: agencyId! },
    differences.map(({ lead, next }) => ({ before: lead, tags: next.tags })),
  )
  await publishEvents(
    tx,
    { rootId, agencyId: agencyId! },
    author.platform.clock.now(),
    'lead.updated',
    eventsOf(differences),
  )
  await addEntries(tx, author, { rootId, agencyId: agencyId! }, entries)
  await mailAssigned(tx, author, differences)
  return differences
}

/** Locked, so that of two people who change one at once the second one's entry starts from what the first one made. */
async function lockLeads(tx: Tx, agencyId: string, ids: readonly string[]): Promise<WorkedLead[]> {
  const { rows } = await tx.query<WorkedLead>(
    `select lead.id, lead.client_id as "clientId", lead.status, lead.assignee_id as "assigneeId",
            lead.next_action as "nextAction", lead.next_action_date::text as "nextActionDate", lead.value_cents, lead.tags,
            campaign.leads_erased_at is not null or client.purged_at is not null as "isErased"
       from lead join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
       join company client on client.id = lead.client_id
      where lead.agency_id = $1 and lead.id = any($2::uuid[])
      order by lead.id for update of lead`,
    [agencyId, ids],
  )
  return rows
}

const stateOf = ({ status, assigneeId, nextAction, nextActionDate, value_cents, tags }: LeadState): LeadState => ({
  status,
  assigneeId,
  nextAction,
  nextActionDate,
  value_cents,
  tags,
})

/** Only of what software is told: a value or a plan is nobody else's. Ids and states only: tags are words about people. */
const eventsOf = (differences: readonly ChangedLead[]): OccurredEvent<EventData<'lead.updated'>>[] =>
  differences
    .filter(
      ({ lead, next }) =>
        lead.status !== next.status ||
        lead.assigneeId !== next.assigneeId ||
        lead.tags.join(', ') !== next.tags.join(', '),
    )
    .map(({ lead: { id, clientId }, next: { status, assigneeId } }) => ({
      clientId,
      data: { id, client_id: clientId, status, assignee_id: assigneeId },
    }))

type Step = Omit<NewEntry, 'leadId' | 'clientId'>

/** The entries that lead from one state to the next. */
function stepsOf(from: LeadState, to: LeadState, isDone: boolean): Step[] {
  const steps: Step[] = []
  if (from.status !== to.status) steps.push({ kind: 'status', from: from.status, to: to.status })
  if (from.assigneeId !== to.assigneeId) steps.push({ kind: 'assignee', from: from.assigneeId, to: to.assigneeId })
  if (from.value_cents !== to.value_cents)
    steps.push({ kind: 'value', from: textOf(from.value_cents), to: textOf(to.value_cents) })
  if (from.nextAction !== to.nextAction || from.nextActionDate !== to.nextActionDate)
    steps.push({
      kind: isDone ? 'next_action_done' : 'next_action',
      from: from.nextActionDate,
      to: to.nextActionDate,
      note: to.nextActionDate === null ? from.nextAction : to.nextAction,
    })
  const [tagsBefore, tagsAfter] = [from.tags.join(', '), to.tags.join(', ')]
  if (tagsBefore !== tagsAfter)
    steps.push({ kind: 'tags', from: String(from.tags.length), to: String(to.tags.length), note: tagsAfter })
  return steps
}

const textOf = (value: number | null): string | null => (value === null ? null : String(value))

async function save(tx: Tx, agencyId: string, differences: readonly ChangedLead[]): Promise<void> {
  await tx.query(
    `update lead set status = next.status, assignee_id = next.assignee_id, next_action = next.next_action,
            next_action_date = next.next_action_date, value_cents = next.value_cents,
            tags = array(select jsonb_array_elements_text(next.tags))
       from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::date[], $7::bigint[], $8::jsonb[])
         as next (id, status, assignee_id, next_action, next_action_date, value_cents, tags)
      where lead.agency_id = $1 and lead.id = next.id`,
    [
      agencyId,
      differences.map(({ lead }) => lead.id),
      differences.map(({ next }) => next.status),
      differences.map(({ next }) => next.assigneeId),
      differences.map(({ next }) => next.nextAction),
      differences.map(({ next }) => next.nextActionDate),
      differences.map(({ next }) => next.value_cents),
      differences.map(({ next }) => JSON.stringify(next.tags)),
    ],
  )
}
