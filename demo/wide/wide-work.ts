import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createRandom, type Random } from '../random.ts'
import { demoSeed, pathOf, wideCompanies } from '../world.ts'
import { workersOf } from './seed-details.ts'

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
/** Older leads were worked before people noted it here. */
const workedDays = 45

/** What becomes of leads, by weight, and what is noted on the way. */
const endings = [
  { to: ['contacted'], weight: 5 },
  { to: ['contacted', 'qualified'], weight: 4 },
  { to: ['contacted', 'qualified', 'won'], weight: 3 },
  { to: ['contacted', 'lost'], weight: 3 },
].flatMap(({ to, weight }) => Array.from({ length: weight }, () => to))
const notes = [
  'Left a message, calls back in the evening.',
  'Asked for a written offer by Friday.',
  'Prefers mail. Sent the price list.',
  'Compares three offers, decides next week.',
  'Spoke with the spouse, both want an appointment.',
  'Wants to start after the holidays.',
  'Found us through a neighbor.',
  'Needs financing, sent the two plans.',
  'Very friendly, call in the morning.',
] as const
const tagNames = ['hot', 'call back', 'newsletter', 'referral', 'large job'] as const
const actions = ['Call again', 'Send the offer', 'Confirm the appointment', 'Ask for photographs'] as const

interface Lead {
  id: string
  created_at: Date
}

/** Seeds what clients did with the leads of the last weeks: statuses, notes, tags, who works them and what comes next. */
export async function seedWideWork(platform: Platform, stopping: AbortSignal): Promise<void> {
  for (const [at, { name, kind }] of wideCompanies.entries()) {
    if (stopping.aborted) return
    if (kind === 'client') await workLeads(platform, name, createRandom(demoSeed + 3_000 + at))
  }
}

async function workLeads(platform: Platform, client: string, random: Random): Promise<void> {
  const { rootId, agencyId, clientId } = pathOf(client)
  const now_ms = platform.clock.now()
  await inScope(platform.appPool, { kind: 'agency', rootId, agencyId: agencyId! }, async (tx) => {
    const leads = await findLeads(tx, [agencyId!, clientId!, new Date(now_ms - workedDays * day_ms)])
    const openLeads = leads.filter(({ created_at }) =>
      // The newest leads wait for somebody, and of the others three of five were called.
      now_ms - created_at.getTime() < 6 * hour_ms ? false : random.chance(0.6),
    )
    const works = openLeads.map((lead) => storyOf(lead, random, workersOf(client), now_ms))
    if (works.length === 0) return
    await insertEntries(tx, [agencyId!, rootId, clientId!], works)
    await updateLeads(tx, [agencyId!, rootId, clientId!], works)
  })
}

/** The client's last leads that nobody has worked; none if this was done by an earlier start. */
async function findLeads(tx: Tx, values: unknown[]): Promise<Lead[]> {
  const { rows } = await tx.query<Lead>(
    `select id, created_at from lead
      where agency_id = $1 and client_id = $2 and kind = 'lead' and created_at > $3 and status = 'new'
        and not exists (select from lead_tag where agency_id = $1 and client_id = $2)
      order by created_at, id`,
    values,
  )
  return rows
}

interface Entry {
  at_ms: number
  kind: 'status' | 'note'
  note: string
  from: string | null
  to: string | null
}

interface Work {
  lead: Lead
  by: string
  status: string
  tags: string[]
  value_cents: number | null
  next: { action: string; date: string } | null
  entries: Entry[]
}

function storyOf(lead: Lead, random: Random, workers: readonly string[], now_ms: number): Work {
  const steps = random.pick(endings)
  const created_ms = lead.created_at.getTime()
  const entries: Entry[] = []
  let at_ms = created_ms
  let status = 'new'
  for (const step of steps) {
    at_ms += Math.round(hour_ms * (0.3 + 20 * random.fraction()))
    if (at_ms > now_ms) break
    entries.push({ at_ms, kind: 'status', note: '', from: status, to: step })
    status = step
    if (random.chance(0.45))
      entries.push({ at_ms: at_ms + 60_000, kind: 'note', note: random.pick(notes), from: null, to: null })
  }
  const isOpen = status === 'contacted' || status === 'qualified'
  const inDays = random.below(9) - 2
  return {
    lead,
    by: random.pick(workers),
    status,
    tags: random.chance(0.4) ? [random.pick(tagNames)] : [],
    value_cents: status === 'qualified' || status === 'won' ? (3 + random.below(60)) * 10_000 : null,
    next:
      isOpen && random.chance(0.5)
        ? { action: random.pick(actions), date: new Date(now_ms + inDays * day_ms).toISOString().slice(0, 10) }
        : null,
    entries: entries.filter((entry) => entry.at_ms < now_ms),
  }
}

async function insertEntries(tx: Tx, path: readonly string[], works: readonly Work[]): Promise<void> {
  const entries = works.flatMap(({ lead, by, entries: ofLead }) => ofLead.map((entry) => ({ ...entry, lead, by })))
  await tx.query(
    `insert into lead_entry (agency_id, id, root_id, client_id, lead_id, at, kind, by_id, note, from_key, to_key)
     select $1, made.id, $2, $3, made.lead_id, made.at, made.kind, made.by_id, made.note, made.from_key, made.to_key
       from unnest($4::uuid[], $5::uuid[], $6::timestamptz[], $7::text[], $8::uuid[], $9::text[], $10::text[], $11::text[])
         as made (id, lead_id, at, kind, by_id, note, from_key, to_key)
     returning 1`,
    [
      ...path,
      entries.map(({ at_ms }) => newId(at_ms)),
      entries.map(({ lead }) => lead.id),
      entries.map(({ at_ms }) => new Date(at_ms)),
      entries.map(({ kind }) => kind),
      entries.map(({ by }) => by),
      entries.map(({ note }) => note),
      entries.map(({ from }) => from),
      entries.map(({ to }) => to),
    ],
  )
}

async function updateLeads(tx: Tx, path: readonly string[], works: readonly Work[]): Promise<void> {
  await tx.query(
    `update lead set status = made.status, assignee_id = made.by_id, value_cents = made.value_cents,
            next_action = made.action, next_action_date = made.date,
            tags = case when made.tag is null then '{}' else array[made.tag] end
       from unnest($2::uuid[], $3::text[], $4::uuid[], $5::bigint[], $6::text[], $7::date[], $8::text[])
         as made (id, status, by_id, value_cents, action, date, tag)
      where lead.agency_id = $1 and lead.id = made.id`,
    [
      path[0],
      works.map(({ lead }) => lead.id),
      works.map(({ status }) => status),
      works.map(({ by }) => by),
      works.map(({ value_cents }) => value_cents),
      works.map(({ next }) => next?.action ?? ''),
      works.map(({ next }) => next?.date ?? null),
      works.map(({ tags }) => tags[0] ?? null),
    ],
  )
  const leadTags = works.flatMap(({ lead, tags }) => tags.map((tag) => ({ id: lead.id, tag })))
  await tx.query(
    `insert into lead_tag (agency_id, tag, lead_id, root_id, client_id)
     select $1, made.tag, made.lead_id, $2, $3 from unnest($4::text[], $5::uuid[]) as made (tag, lead_id) returning 1`,
    [...path, leadTags.map(({ tag }) => tag), leadTags.map(({ id }) => id)],
  )
}
