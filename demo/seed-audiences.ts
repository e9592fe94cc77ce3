import type { Definition } from '#contract/audiences/definition.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { emailOfPerson, hashesOfEmail } from './persons.ts'
import { madeBefore_ms } from './seed-campaigns.ts'
import { demoId, organizations, pathOf } from './world.ts'

interface DemoAudience {
  client: string
  name: string
  definition: Definition
  /** The campaign that excludes this audience. */
  leftOutBy?: string
}

const lists = [
  {
    client: 'Plumbright',
    name: 'Members of the service plan',
    file: 'members.csv',
    from: 200,
    people: 140,
    lasts_days: 300,
  },
  {
    client: 'Atlas Fitness',
    name: 'Guests of the open day',
    file: 'open_day_guests.csv',
    from: 400,
    people: 60,
    lasts_days: 5,
  },
] as const
const day_ms = 86_400_000

const postbird = organizations[0]!

const audiences: readonly DemoAudience[] = [
  {
    client: 'Plumbright',
    name: 'Keen visitors from Illinois',
    definition: {
      include: {
        match: 'all',
        conditions: [
          { kind: 'visited', page: '', least: 2, within_days: 30 },
          { kind: 'trait', trait: 'state', values: ['IL', 'WI', 'IN'] },
        ],
      },
      exclude: { match: 'any', conditions: [{ kind: 'converted', within_days: 365 }] },
    },
  },
  {
    client: 'Plumbright',
    name: 'Already in the mailing',
    definition: {
      include: {
        match: 'any',
        conditions: [
          { kind: 'lead', organization_id: demoId(`${postbird.client} ${postbird.name}`), within_days: 90 },
          { kind: 'excluded' },
        ],
      },
      exclude: { match: 'any', conditions: [] },
    },
  },
  {
    client: 'Atlas Fitness',
    name: 'Guests we may write to',
    definition: {
      include: { match: 'any', conditions: [{ kind: 'listed', list_id: demoId('Guests of the open day') }] },
      exclude: { match: 'any', conditions: [{ kind: 'excluded' }] },
    },
  },
  {
    client: 'Atlas Fitness',
    name: 'Under 45',
    definition: {
      include: { match: 'all', conditions: [{ kind: 'trait', trait: 'age', values: ['18-24', '25-34', '35-44'] }] },
      exclude: { match: 'any', conditions: [] },
    },
  },
  {
    client: 'Atlas Fitness',
    name: 'Leads of the last quarter',
    definition: {
      include: { match: 'all', conditions: [{ kind: 'lead', organization_id: '', within_days: 90 }] },
      exclude: { match: 'any', conditions: [] },
    },
    leftOutBy: 'January offer',
  },
]

/** Seeds audiences of the demo's clients. Runs after campaigns and organizations, which they reference. */
export async function seedAudiences(tx: Tx, now_ms: number): Promise<void> {
  for (const list of lists) await seedList(tx, list, now_ms)
  for (const { client, name, definition, leftOutBy } of audiences) {
    const { rootId, agencyId, clientId } = pathOf(client)
    const id = demoId(`${client} ${name}`)
    await tx.query(
      `insert into audience (agency_id, id, root_id, client_id, name, definition, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [agencyId, id, rootId, clientId, name, definition, new Date(now_ms)],
    )
    if (leftOutBy)
      await tx.query('update campaign set exclude_audiences = $3 where agency_id = $1 and id = $2', [
        agencyId,
        demoId(`${client} ${leftOutBy}`),
        [id],
      ])
  }
}

async function seedList(tx: Tx, list: (typeof lists)[number], now_ms: number): Promise<void> {
  const { rootId, agencyId, clientId } = pathOf(list.client)
  const id = demoId(list.name)
  const endsOn = new Date(now_ms + madeBefore_ms + list.lasts_days * day_ms).toISOString().slice(0, 10)
  await tx.query(
    `insert into audience_list (agency_id, id, root_id, client_id, name, file_name, addresses, ends_on, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [agencyId, id, rootId, clientId, list.name, list.file, list.people, endsOn, new Date(now_ms)],
  )
  const hashes = Array.from({ length: list.people }, (_none, n) =>
    Object.values(hashesOfEmail(emailOfPerson(list.from + n))),
  ).flat()
  await tx.query(
    `insert into audience_list_entry (agency_id, list_id, hash, root_id, client_id)
     select $1, $2, hash, $3, $4 from unnest($5::bytea[]) as hash returning 1`,
    [agencyId, id, rootId, clientId, hashes],
  )
}
