import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { demoId, pathOf } from './world.ts'

const client = 'Plumbright'
const hour_ms = 3_600_000

type Step = { status: string } | { note: string; by?: 'agency' }

/** What was done with the client's newest leads, newest first; each step an hour or so after the one before. */
const stories: readonly (readonly Step[])[] = [
  [],
  [{ status: 'contacted' }],
  [
    { status: 'contacted' },
    { note: 'Left a message. Calls back after six.' },
    { status: 'qualified' },
    { note: 'Water heater is twelve years old, wants a price for a new one.' },
  ],
  [{ note: 'Asked for a visit this week. Please call before noon.', by: 'agency' }, { status: 'contacted' }],
  [],
  [{ status: 'contacted' }, { status: 'won' }, { note: 'Booked the bathroom for the 12th.' }],
  [{ status: 'contacted' }, { status: 'lost' }, { note: 'Rents; the landlord has a plumber.' }],
  [{ status: 'contacted' }, { status: 'qualified' }],
]

/** Seeds what a client and its agency did with their newest leads. Runs once, after the returns. */
export async function seedWork(platform: Platform): Promise<void> {
  const { rootId, agencyId, clientId } = pathOf(client)
  const book = { rootId, agencyId: agencyId!, clientId: clientId!, now_ms: platform.clock.now() }
  await inScope(platform.appPool, { kind: 'agency', rootId, agencyId: book.agencyId }, async (tx) => {
    for (const [at, lead] of (await findLeads(tx, book)).entries()) await work(tx, book, lead, stories[at]!)
  })
}

interface Book {
  rootId: string
  agencyId: string
  clientId: string
  now_ms: number
}

interface Lead {
  id: string
  created_at: Date
}

/** Returns no leads if some were worked already. */
async function findLeads(tx: Tx, { agencyId, clientId }: Book): Promise<Lead[]> {
  const { rows } = await tx.query<Lead>(
    `select id, created_at from lead
      where agency_id = $1 and client_id = $2 and kind = 'lead'
        and not exists (select from lead_entry where lead_entry.agency_id = $1)
      order by created_at desc, id desc limit $3`,
    [agencyId, clientId, stories.length],
  )
  return rows
}

async function work(tx: Tx, book: Book, lead: Lead, steps: readonly Step[]): Promise<void> {
  let status = 'new'
  for (const [n, step] of steps.entries()) {
    // Not in the future, and in order.
    const hours_ms = Math.min(
      (n + 1) * hour_ms,
      ((book.now_ms - lead.created_at.getTime()) * (n + 1)) / (steps.length + 1),
    )
    const at_ms = Math.floor(lead.created_at.getTime() + hours_ms)
    const isStatus = 'status' in step
    await tx.query(
      `insert into lead_entry (agency_id, id, root_id, client_id, lead_id, at, kind, by_id, note, from_key, to_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        book.agencyId,
        newId(at_ms),
        book.rootId,
        book.clientId,
        lead.id,
        new Date(at_ms),
        isStatus ? 'status' : 'note',
        demoId(!isStatus && step.by === 'agency' ? 'owner@acme.test' : 'client@plumbright.test'),
        isStatus ? '' : step.note,
        isStatus ? status : null,
        isStatus ? step.status : null,
      ],
    )
    if (isStatus) status = step.status
  }
  await tx.query('update lead set status = $3 where agency_id = $1 and id = $2', [book.agencyId, lead.id, status])
}
