import { rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/sign-in/session.ts'
import { checkActivity } from '#server/doctor/check-activity.ts'
import { checkLedger } from '#server/doctor/check-ledger.ts'
import { makeFirstRoot } from '#server/first-root.ts'
import { recordOptOut } from '#server/areas/identity/opt-out.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { createFiles } from '#server/platform/files.ts'
import { dateOf } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp } from '#server/test/app.ts'
import { testPassword } from '#server/test/factories.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { md5, openPipelineWorld, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { exportLines } from './export-tenant.ts'
import { importTenant } from './import-tenant.ts'
import { openLines, sealLines } from './lines.ts'
import { readMovedTables } from './read-tables.ts'
import { fileColumns, leftBehind, movedByAnother, newValues } from './tables.ts'

// One agency moves from an installation with several to another one, with another operator and another master key.

const world = await openPipelineWorld()
const there = await openTestDatabase()
const key = await generateX25519Identity()
const { db, tree, clock } = world
const agencyId = tree.acme.id
const fileKey = `export-${agencyId}-1`
const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const source = { ...world.platform, files: createFiles({ ...world.platform.config, DATA_DIR: `${folder}/here` }) }
const targetPlatform = await createTestPlatform(there, { clock })
afterAll(() => targetPlatform.close())
const newSecrets = createSecrets(Buffer.alloc(32, 9))
const files = createFiles({ ...targetPlatform.config, DATA_DIR: `${folder}/there` })
const target = { ...targetPlatform, secrets: newSecrets, files }
const rootOf = async (): Promise<string> =>
  (await there.adminPool.query<{ id: string }>(`select id from company where kind = 'root'`)).rows[0]!.id
const onSource = async (text: string, values: unknown[]) => (await db.adminPool.query(text, values)).rows
const onTarget = async (text: string, values: unknown[] = []) => (await there.adminPool.query(text, values)).rows

let bytes: Buffer
let friend: PipelinePerson
let stranger: PipelinePerson
const contextOf = (userId: string): string => `second_factor.secret_sealed.${userId}`

async function fill(): Promise<void> {
  const campaign = await world.makeCampaign()
  friend = await world.makePerson()
  stranger = await world.makePerson()
  for (const person of [friend, stranger])
    expect((await world.visit(campaign, { hashes: [md5(person.email)] })).lead_id).not.toBeNull()
  await world.hit(campaign, { hashes: [md5('nobody@example.com')] })
  const owner = tree.acme.owner.id
  await onSource(
    `insert into second_factor (user_id, kind, secret_sealed, changed_at) values ($1, 'google', $2, now())`,
    [tree.acme.admin.id, world.platform.secrets.seal('JBSWY3DPEHPK3PXP', contextOf(tree.acme.admin.id))],
  )
  await onSource(`update app_user set picture_key = $2 where id = $1`, [owner, fileKey])
  await onSource(`update company set sales_rep_id = $2 where id = $1`, [agencyId, tree.root.salesRep.id])
  await source.files.store(fileKey, Readable.from([Buffer.from('a picture')]))
  await logEntries()
  await recordOptOut(world.platform.identityPool, [md5('gone@example.com')], dateOf(clock.now()))
}

/** Four entries, of which the first is so old that an anchor replaces it. */
async function logEntries(): Promise<void> {
  for (const [index, years] of [3, 0, 0, 0].entries())
    await onSource(
      `insert into activity (id, root_id, agency_id, at, action, actor_kind, description, request_id, source, address)
       values ($1, $2, $3, now() - make_interval(years => $4), $5, 'client', $6, '', 'server', '')`,
      [newId(clock.now()), tree.root.id, agencyId, years, `action.${'abcd'[index]}`, 'A line\u2028and another'],
    )
  await onSource(
    `insert into activity_anchor (book_id, first_seq, last_seq, root_id, hash, newest_at, trimmed_at)
     select book_id, seq, seq, root_id, hash, at, now() from activity where agency_id = $1 order by seq limit 1`,
    [agencyId],
  )
  await onSource('delete from activity where agency_id = $1 and seq = 1', [agencyId])
}

beforeAll(async () => {
  await fill()
  bytes = await buffer(await sealLines(key, exportLines(source, agencyId)))
  await makeFirstRoot(target, {
    ROOT_COMPANY: 'Another operator',
    ROOT_HOST: 'platform.example.com',
    ROOT_EMAIL: 'root@platform.example.com',
    ROOT_PASSWORD: testPassword,
  })
  // The other side’s identity data has other numbers, and knows one of the two people.
  await there.adminPool.query(
    `insert into person (id, first_name, last_name, source, updated_at) values (777, 'A', 'B', 'test', now())`,
  )
  await there.adminPool.query(`insert into person_key (hash, person_id) values (decode($1, 'hex'), 777)`, [
    md5(friend.email),
  ])
  await importTenant(target, openLines(key, Readable.from([bytes])))
})

describe('an agency that was moved', () => {
  test('has every row, with its id, under the other operator', async () => {
    const rootId = await rootOf()
    for (const { name, rows, columns, sealed, later } of await readMovedTables(db.adminPool)) {
      const otherColumns = new Set([
        'person_id',
        'hash',
        ...sealed.map(({ column }) => column),
        ...Object.keys(newValues[name] ?? {}),
      ])
      const sameColumns = columns.filter((column) => !otherColumns.has(column))
      const text = `select jsonb_build_array(${sameColumns.map((column) => `t.${column}`).join(', ')})::text as row from ${name} t where ${rows} order by 1`
      const before = (await onSource(text, [agencyId])).map(({ row }) =>
        (row as string).replaceAll(tree.root.id, rootId),
      )
      expect(
        (await onTarget(text, [agencyId])).map(({ row }) => row as string),
        `${name} ${later}`,
      ).toEqual(before.toSorted())
    }
  })

  test('has books that prove themselves, and a log whose chain is whole', async () => {
    const findings = [...(await checkLedger(there.appPool)), ...(await checkActivity(there.appPool))]
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'ok'])
    expect(findings[1]!.text).toContain('with 3 entries')
  })

  test('lets its owner sign in', async () => {
    const http = await createTestApp(there, { clock })
    const { host, email } = tree.acme.owner
    const answer = await http.anonymous(host).call(login, { body: { username: email, password: testPassword } })
    expect(answer.status).toBe(200)
    await http.close()
  })

  test('has its secrets sealed by the other side’s key, and its files', async () => {
    const [row] = await onTarget('select secret_sealed from second_factor where user_id = $1', [tree.acme.admin.id])
    expect(newSecrets.open(row.secret_sealed, contextOf(tree.acme.admin.id))).toBe('JBSWY3DPEHPK3PXP')
    expect((await buffer(files.open(fileKey))).toString()).toBe('a picture')
  })

  test('names people of the other side’s identity data by their hashes, and nobody where none is known', async () => {
    const people = await onTarget('select person_id::int as id from lead order by person_id')
    expect(people.map(({ id }) => id)).toEqual([-stranger.id, 777])
    expect(await onTarget(`select encode(hash, 'hex') as hash from opt_out`)).toEqual([
      { hash: md5('gone@example.com') },
    ])
  })

  test('names people of its operator as removed ones, without an address', async () => {
    const [rep] = await onTarget('select full_name, email, status from app_user where id = $1', [tree.root.salesRep.id])
    expect(rep).toMatchObject({ email: `${tree.root.salesRep.id}@removed.invalid`, status: 'disabled' })
  })

  test('leaves other agencies where they are', async () => {
    expect(await onTarget(`select count(*)::int as count from company where kind = 'agency'`)).toEqual([{ count: 1 }])
  })
})

describe('an import', () => {
  const refusal = (from: Buffer, tools = target, opener = key): Promise<unknown> =>
    importTenant(tools, openLines(opener, Readable.from([from]))).catch((error: Error) => error.message)

  test('is refused where the agency is already', async () => {
    expect(await refusal(bytes)).toMatch(/is here already\. Nothing was imported/)
  })

  test('is refused where something of it is taken, and changes nothing', async () => {
    const name = await there.adminPool.query<{ host: string }>('select host from host where agency_id = $1', [agencyId])
    const [other] = await onSource(`select host from host where agency_id = $1`, [tree.brightside.id])
    const ownHost = name.rows[0]!.host
    await onTarget('update host set host = $2 where host = $1', [ownHost, other.host])
    const brightside = await buffer(await sealLines(key, exportLines(source, tree.brightside.id)))
    expect(await refusal(brightside)).toMatch(/is taken here \(host: /)
    expect(await onTarget('select from company where id = $1', [tree.brightside.id])).toEqual([])
    await onTarget('update host set host = $2 where host = $1', [other.host, ownHost])
  })

  test('of a file that was cut off or changed, or with another key, changes nothing', async () => {
    const brightside = await buffer(await sealLines(key, exportLines(source, tree.brightside.id)))
    expect(await refusal(brightside.subarray(0, -40))).toMatch(/damaged|not whole/)
    const copy = Buffer.from(brightside)
    copy[copy.length >> 1]! ^= 1
    expect(await refusal(copy)).toMatch(/is damaged/)
    expect(await refusal(brightside, target, await generateX25519Identity())).toMatch(/BACKUP_KEY is another key/)
    const lines = async function* () {
      for await (const line of openLines(key, Readable.from([brightside]))) if (line.kind !== 'E') yield line
    }
    await expect(importTenant(target, lines())).rejects.toThrow(/its end is missing/)
    expect(await onTarget('select from company where id = $1', [tree.brightside.id])).toEqual([])
  })

  test('goes well as soon as nothing is in the way', async () => {
    const brightside = await buffer(await sealLines(key, exportLines(source, tree.brightside.id)))
    expect(await refusal(brightside)).toMatchObject({ agency_id: tree.brightside.id })
  })
})

test('an agency that is not there is not exported', async () => {
  await expect(sealLines(key, exportLines(source, newId(1))).then(buffer)).rejects.toThrow(/There is no agency/)
})

test('every table is moved, or somebody says why not', async () => {
  const rows = await onSource(
    `select c.relname as name, bool_or(a.attname = 'agency_id') as has_agency from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.oid`,
    [],
  )
  const names = rows.map(({ name }) => name as string)
  const listedNames = [...Object.keys(leftBehind), ...Object.keys(movedByAnother)]
  expect(listedNames.filter((name) => !names.includes(name))).toEqual([])
  expect(
    rows.filter(({ name, has_agency }) => !has_agency && !listedNames.includes(name)).map(({ name }) => name as string),
  ).toEqual([])
  const keys = await onSource(
    `select distinct table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name ~ '(picture|file)_key$' order by 1`,
    [],
  )
  expect(keys.filter(({ table }) => !(table in leftBehind))).toEqual([...fileColumns])
})
