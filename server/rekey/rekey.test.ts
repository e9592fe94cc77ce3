import { beforeAll, describe, expect, test } from 'vitest'
import { sealContext } from '#server/areas/developers/credentials.ts'
import { openCredential } from '#server/areas/integrations/connections/connection-row.ts'
import { openWebhookSecret } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import { contextOf as takeBackContext } from '#server/areas/integrations/take-back/queue-take-back.ts'
import { keySealOf } from '#server/areas/mails/mail-domain/store-mail-domain.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { createSecrets, sealedWith } from '#server/platform/crypto/secrets.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { openPipelineWorld } from '#server/test/pipeline-world.ts'
import { sourcesWith } from '#server/test/architecture/sources.ts'
import { rekey } from './rekey.ts'
import { sealedColumns, sealedJobs, type SealedColumn } from './sealed-columns.ts'

// The master key is replaced: everything that it sealed is sealed again with the new one.

const world = await openPipelineWorld()
const { db, tree } = world
const oldKey = Buffer.alloc(32, 7)
const newKey = Buffer.alloc(32, 9)
const oldSecrets = createSecrets(oldKey)
const newSecrets = createSecrets(newKey)
const ring = createSecrets(newKey, oldKey)
const tools = { appPool: db.appPool, ownerPool: db.ownerPool, secrets: ring }
const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await db.adminPool.query<Row>(text, values)).rows
const nameOf = ({ table, column }: SealedColumn): string => `${table}.${column}`

/** What checks of a table ask for. */
const neededValues: Record<string, Record<string, unknown>> = {
  server_key: { kind: 'X25519' },
  second_factor: { kind: 'google' },
  mail_server: { user_name: 'somebody', security: 'tls' },
  destination: { kind: 'webhook' },
  connection: { kind: 'custom', status: 'connected' },
  take_back: { status: 'waiting' },
  waiting_mail: { kind: 'problems', collected: 'day' },
  privacy_request: { kind: 'delete', number: 'ABCDEFGHJK' },
}

interface Row {
  values: Record<string, string>
  plain: string
}

/** A row with any values in the other columns, and a value that the old key sealed. */
async function makeRow(sealed: SealedColumn): Promise<Row> {
  const { table, column, key } = sealed
  // A row has all of its table's sealed values.
  const siblings = sealedColumns.filter((other) => other.table === table)
  const columns = await rows<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped
        and (attnotnull and not atthasdef or attname = $2 or attname = any($3::text[]))`,
    [table, column, Object.keys(neededValues[table] ?? {})],
  )
  const fill: Record<string, () => unknown> = {
    uuid: () => newId(world.clock.now()),
    bytea: () => Buffer.from(newId(0)),
    'timestamp with time zone': () => new Date(world.clock.now()),
    boolean: () => false,
    integer: () => 1,
    smallint: () => 1,
    'text[]': () => [],
    jsonb: () => '{}',
  }
  const values = columns.map(({ name, type }) =>
    name === 'root_id' ? tree.root.id : (neededValues[table]?.[name] ?? (fill[type] ?? (() => newId(0)))()),
  )
  const client = await db.adminPool.connect()
  try {
    // Rows that others refer to are not needed.
    await client.query('set session_replication_role = replica')
    const { rows: newRows } = await client.query<Record<string, unknown> & { contexts: string[] }>(
      `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
       values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning *, array[${siblings.map((other) => other.context).join(', ')}] as contexts`,
      values,
    )
    const plain = JSON.stringify({ secretOf: newId(0) })
    const one = newRows[0]!
    await client.query(
      `update ${table} set ${siblings.map((other, index) => `${other.column} = $${index + 1}`).join(', ')}
        where ${key.map((name, index) => `${name} = $${siblings.length + index + 1}`).join(' and ')}`,
      [...one.contexts.map((context) => oldSecrets.seal(plain, context)), ...key.map((name) => one[name])],
    )
    return { values: one as never, plain }
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}

const valuesOf = async ({ table, column, context }: SealedColumn): Promise<{ sealed: string; context: string }[]> =>
  rows(`select ${column} as sealed, ${context} as context from ${table} where ${column} is not null`)

describe('every column with sealed values', () => {
  test('is on the list, by its name in the schema', async () => {
    const columns = await rows<{ name: string }>(
      `select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and attname ~ 'sealed' and attnum > 0 and not attisdropped`,
    )
    expect(columns.map(({ name }) => name).toSorted()).toEqual(sealedColumns.map(nameOf).toSorted())
  })

  test('is on the list, by the calls that seal', () => {
    const places = sourcesWith('.ts')
      .filter(({ path }) => /^server\/(?!test|rekey)/.test(path) && !path.endsWith('.test.ts'))
      .filter(({ text }) => /secrets(\(\))?\s*\.?\s*\.seal\(/.test(text))
    // A new file here seals something: name its column or job in sealed-columns.ts, or say here why it needs no new key.
    expect(places.map(({ path }) => path.slice('server/'.length)).toSorted()).toEqual(sealingFiles.toSorted())
  })

  test.each(sealedColumns.map((one) => [nameOf(one), one] as const))(
    '%s is bound to what its area says',
    (_, { context }) => {
      const prefix = /^'([^']+)'/.exec(context)![1]!
      const other = sourcesWith('.ts').filter(
        ({ path, text }) => !path.startsWith('server/rekey/') && text.includes(prefix),
      )
      expect(other.length).toBeGreaterThan(0)
    },
  )
})

const sealingFiles = [
  'areas/branding/embedded/frame-ticket.ts', // lives minutes
  'areas/developers/create-credential.ts',
  'areas/integrations/connections/authorize.ts', // lives minutes
  'areas/integrations/connections/connection-row.ts',
  'areas/integrations/connectors/webhook/sign-webhook.ts',
  'areas/integrations/take-back/queue-take-back.ts',
  'areas/mails/mail-domain/store-mail-domain.ts',
  'areas/mails/mail-server/mail-servers.ts',
  'areas/mails/preferences/waiting-mails.ts',
  'areas/mails/push/send-push.ts',
  'areas/mails/push/subscriptions.ts',
  'areas/mails/queue-mail.ts',
  'areas/people/registration/mail-registration.ts',
  'areas/people/registration/register.ts',
  'areas/privacy/requests.ts',
  'areas/privacy/suppressions/keep-suppressions.ts', // a file, which its own job seals again
  'areas/sign-in/password/forget-password.ts',
  'areas/sign-in/refresh-session.ts',
  'areas/sign-in/second-factor/factors.ts',
  'platform/http/answer-once.ts',
  'platform/http/sealing-keys.ts',
  'tenant/write-rows.ts', // columns of this list
]

describe('a new key', () => {
  const rowsByName = new Map<string, Row>()
  beforeAll(async () => {
    for (const column of sealedColumns) rowsByName.set(nameOf(column), await makeRow(column))
    await inScope(db.appPool, { kind: 'root', rootId: tree.root.id }, (tx) =>
      queueMail(tx, world.platform, {
        kind: 'account',
        to: { rootId: tree.root.id, agencyId: null, email: 'x@example.com', language: 'en' },
        write: () => ({ title: 'Hello', paragraphs: [] }),
      }),
    )
  }, 60_000)

  test('seals every column and queued job again, and once', async () => {
    const places = await rekey(tools)
    for (const { place, resealed, unopened } of places)
      expect({ place, resealed: resealed > 0, unopened }).toEqual({ place, resealed: true, unopened: 0 })
    for (const column of sealedColumns)
      for (const { sealed, context } of await valuesOf(column))
        expect(newSecrets.open(sealed, context), nameOf(column)).toBeTruthy()
    const jobs = await rows<{ sealed: string }>(
      `select payload ->> 'sealed' as sealed from graphile_worker._private_jobs where payload ->> 'sealed' is not null`,
    )
    for (const { sealed } of jobs) expect(newSecrets.open(sealed, sealedJobs['send-account-mail']!)).toContain('Hello')
    expect((await rekey(tools)).every(({ resealed }) => resealed === 0)).toBe(true)
  })

  test('is what the areas open their values with', async () => {
    const platform = { ...world.platform, secrets: newSecrets }
    const readValue = async (name: string): Promise<{ row: Record<string, string>; sealed: string; plain: string }> => {
      const [table, column] = name.split('.') as [string, string]
      const { values, plain } = rowsByName.get(name)!
      const key = sealedColumns.find((one) => nameOf(one) === name)!.key
      const [row] = await rows<Record<string, string>>(
        `select * from ${table} where ${key.map((part, i) => `${part} = $${i + 1}`).join(' and ')}`,
        key.map((part) => values[part]),
      )
      return { row: row!, sealed: row![column]!, plain }
    }
    for (const name of [
      'destination.secret_sealed',
      'event_endpoint.secret_sealed',
      'event_endpoint.previous_secret_sealed',
    ]) {
      const { row, sealed, plain } = await readValue(name)
      expect(openWebhookSecret(platform, row['agency_id']!, row['id']!, sealed)).toBe(plain)
    }
    const connection = await readValue('connection.credential_sealed')
    expect(openCredential(platform, connection.row['agency_id']!, connection.row['id']!, connection.sealed)).toEqual(
      JSON.parse(connection.plain),
    )
    const contexts = {
      'developer_credential.secret_sealed': (row: Record<string, string>) =>
        sealContext(row['id']!, row['company_id']!),
      'take_back.person_sealed': (row: Record<string, string>) => takeBackContext(row['agency_id']!, row['id']!),
      'mail_domain.private_key_sealed': (row: Record<string, string>) => keySealOf(row['agency_id']!),
    }
    for (const [name, contextOf] of Object.entries(contexts)) {
      const { row, sealed, plain } = await readValue(name)
      expect(newSecrets.open(sealed, contextOf(row))).toBe(plain)
    }
  })

  test('leaves a value that nobody can open, and goes on behind it', async () => {
    const column = sealedColumns.find(({ table }) => table === 'registration')!
    const lostValue = createSecrets(Buffer.alloc(32, 1)).seal('lost', 'registration.data_sealed')
    await rows(`update registration set data_sealed = $1`, [lostValue])
    await makeRow(column)
    const place = (await rekey(tools)).find((one) => one.place === 'registration.data_sealed')
    expect(place).toEqual({ place: 'registration.data_sealed', resealed: 1, unopened: 1 })
    expect((await valuesOf(column)).filter(({ sealed }) => sealed.startsWith(sealedWith(ring)))).toHaveLength(1)
  })

  test('leaves what the program changed meanwhile', async () => {
    const column = sealedColumns.find(({ table }) => table === 'server_key')!
    await makeRow(column)
    const newer = newSecrets.seal('newer', 'x')
    const query = async (text: string, values?: unknown[]) => {
      if (text.startsWith('update server_key')) await rows('update server_key set private_sealed = $1', [newer])
      return db.ownerPool.query(text, values)
    }
    await rekey({ ...tools, ownerPool: { query } as never })
    expect((await valuesOf(column)).every(({ sealed }) => sealed === newer)).toBe(true)
  })
})
