import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { leadTextColumns } from '#server/areas/integrations/deliveries/build-bodies.ts'
import { leadColumns } from '#server/areas/leads/read/lead-fields.ts'
import { openTestDatabase } from '../harness.ts'
import { sourcesWith, type Source } from './sources.ts'
import { readTypedStatements, type TypedStatement } from './typed-statements.ts'

// The compiler believes what is written beside a statement. Here the database says which columns it answers.

const db = await openTestDatabase()

/** What a column is in the program, by its type's id in the database; others (json, enums of drivers) are not compared. */
const typesOf: Readonly<Record<number, string>> = {
  16: 'boolean',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  700: 'number',
  701: 'number',
  869: 'string',
  1007: 'number[]',
  1009: 'string[]',
  1016: 'number[]',
  1043: 'string',
  1082: 'string',
  1184: 'Date',
  2950: 'string',
  2951: 'string[]',
}

/** Asks the database which columns a statement would answer, or why it cannot run it; runs nothing. */
class Description implements pg.Submittable {
  readonly answer: Promise<pg.FieldDef[] | string>
  private fields: pg.FieldDef[] = []
  private readonly text: string
  private settle!: (answer: pg.FieldDef[] | string) => void

  constructor(text: string) {
    this.text = text
    this.answer = new Promise((resolve) => (this.settle = resolve))
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.fields = fields
  }

  handleError(error: Error): void {
    // The driver forgets a failed query, and does not say that the connection is ready.
    this.settle(error.message)
  }

  handleReadyForQuery(): void {
    this.settle(this.fields)
  }
}

/** How the columns of a statement differ from the row type beside it. */
async function differencesOf(client: pg.Client, { place, text, row }: TypedStatement): Promise<string[]> {
  const answer = await client.query(new Description(text)).answer
  if (typeof answer === 'string') return [`${place} ${answer}`]
  const columns = new Map(answer.map(({ name, dataTypeID }) => [name, typesOf[dataTypeID]]))
  return [
    ...[...row.keys()].filter((name) => !columns.has(name)).map((name) => `${place} has no column ${name}`),
    ...[...columns].flatMap(([name, type]) => {
      const types = (row.get(name) ?? []).filter((one) => !['null', 'undefined'].includes(one))
      if (!type || types.every((one) => one === type)) return []
      return [`${place} reads ${name} as ${types.join(' | ')} and gets ${type}`]
    }),
  ]
}

async function differencesIn(sources: readonly Source[]): Promise<{ count: number; differences: string[] }> {
  const client = new pg.Client(db.address.owner)
  await client.connect()
  const statements = readTypedStatements(sources, { leadColumns, leadTextColumns })
  const differences: string[] = []
  for (const statement of statements) differences.push(...(await differencesOf(client, statement)))
  await client.end()
  return { count: statements.length, differences }
}

/** Files whose statements run on the product's database as its owner; others ask a cluster, or the server itself. */
const isAsked = (path: string): boolean =>
  path.startsWith('server/') && !/^server\/(cluster|test|platform\/database\/embedded)/.test(path)

describe('the row type beside a statement', () => {
  it('names its columns and their types', { timeout: 60_000 }, async () => {
    const { count, differences } = await differencesIn(sourcesWith('.ts').filter(({ path }) => isAsked(path)))
    expect(count).toBeGreaterThan(400)
    expect(differences).toEqual([])
  })

  it('is compared with the database, with the place of each difference', async () => {
    const text = [
      'interface Row { id: number; name: string; city: string }',
      "const columns = 'id, name'",
      'tx.query<Row>(`select ${columns}, agency_id from company`)',
      "tx.prepared<Omit<Row, 'city' | 'id'>>('x', 'select title as name from company', [])",
      'const table = { name: {}, town: {} } as const satisfies object',
      'type Key = keyof typeof table',
      'interface Wide extends Record<Key, string | null> { id: string }',
      "tx.query<Wide>('select id, name from company')",
    ].join('\n')
    expect((await differencesIn([{ path: 'server/planted.ts', text }])).differences).toEqual([
      'server/planted.ts:3 has no column city',
      'server/planted.ts:3 reads id as number and gets string',
      'server/planted.ts:4 column "title" does not exist',
      'server/planted.ts:8 has no column town',
    ])
  })
})
