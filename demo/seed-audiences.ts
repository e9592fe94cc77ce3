import type { Definition } from '#contract/audiences/definition.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { demoId, organizations, pathOf } from './world.ts'

interface DemoAudience {
  client: string
  name: string
  definition: Definition
  /** The campaign that leaves its people out. */
  leftOutBy?: string
}

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

/** Audiences of the demo's clients. After the campaigns and organizations, which they name and are used by. */
export async function seedAudiences(tx: Tx, now_ms: number): Promise<void> {
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
