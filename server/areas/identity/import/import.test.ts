import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { activateImport, checkImport, type ImportRow } from '#contract/identity/imports.ts'
import { listAdvanceInformation } from '#contract/identity/advance-information.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import { createImportStage, runImportJob, uploadImportFile } from '#server/test/import-stage.ts'
import { openTree } from '#server/test/open-tree.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { removeImportFiles } from './remove-import-files.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-import-'))

afterAll(() => rmSync(dataDir, { recursive: true }))
const { db, tree, http: app } = await openTree({ limiter: noLimits, env: { DATA_DIR: dataDir } })

const upload = (content: Buffer | string, name = 'persons.csv', who = tree.root.system) =>
  uploadImportFile(app, who, content, name)
const stage = () => createImportStage(app, tree.root.system)
const readRow = (id: string): Promise<ImportRow> => stage().read(id)
const checkFile = (content: string): Promise<ImportRow> => stage().checked(content)
const activateFile = (content: string): Promise<ImportRow> => stage().activated(content)

const countPersons = async (): Promise<number> =>
  (await db.adminPool.query('select count(*) as n from person')).rows[0].n

describe('an upload of people', () => {
  it('proposes a mapping from the column names', async () => {
    const answer = await upload('Email,First Name,last_name,ZIP code,Shoe size\na@example.com,A,B,60601,44\n')
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data.mapping).toEqual({
      email: 'Email',
      first_name: 'First Name',
      last_name: 'last_name',
      zip: 'ZIP code',
    })
    expect(answer.json().data.status).toBe('uploaded')
  })

  it.each([
    ['a renamed archive', Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]), /archive/],
    ['NUL characters', 'email\na\0@example.com\n', /NUL/],
    ['no encoding that we know', Buffer.from([0x65, 0x6d, 0x81, 0x0a]), /UTF-8/],
    ['no content', '', /empty/],
    ['duplicate column names', 'email,email\na@example.com,b@example.com\n', /Two columns/],
    ['a line of 100 MB', Buffer.alloc(100 * 1024 * 1024, 0x61), /line of more than/],
  ])('with %s is rejected by field and leaves nothing behind', async (_what, content, message) => {
    const before = await db.adminPool.query('select count(*) from identity_import')
    const answer = await upload(content)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ result: 'failed', field: 'file' })
    expect(answer.json().message).toMatch(message)
    expect((await db.adminPool.query('select count(*) from identity_import')).rows).toEqual(before.rows)
  })

  it('with another extension is rejected with the text of the specification', async () => {
    const answer = await upload('email\n', 'persons.xlsx')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toBe('Invalid file format. This upload only supports CSV files.')
  })

  it('is available only to the operator', async () => {
    const answer = await upload('email\na@example.com\n', 'persons.csv', tree.acme.owner)
    expect(answer.statusCode).toBe(403)
  })
})

describe('a file that contains a person twice', () => {
  it('with one ID and two addresses is imported with the first row, and the other one is reported', async () => {
    const rows = 'external_id,email,first_name\nP-77,one77@example.com,Ann\nP-77,two77@example.com,Ann\n'
    const before = await checkFile(rows)
    expect(before).toMatchObject({ status: 'checked', rows_new: 1, rows_invalid: 1 })
    const after = await activateFile(rows)
    expect(after).toMatchObject({ status: 'active', rows_new: 1, rows_invalid: 1 })
    expect(after.problems).toEqual([{ row: 2, field: 'external_id', message: 'is already in the file' }])
  })

  it('under two addresses that are known to be theirs is imported with the first row', async () => {
    await activateFile('external_id,email\nP-78,one78@example.com\n')
    await activateFile('external_id,email\nP-78,two78@example.com\n')
    const rows = 'email,city,gender\none78@example.com,Boston,female\ntwo78@example.com,Denver,male\n'
    const outcome = { rows_changed: 1, rows_invalid: 1 }
    expect(await checkFile(rows)).toMatchObject({ status: 'checked', ...outcome })
    const after = await activateFile(rows)
    expect(after).toMatchObject({ status: 'active', ...outcome })
    expect(after.problems).toEqual([{ row: 2, field: 'email', message: 'is already in the file' }])
    const { rows: traits } = await db.adminPool.query(
      `select city, value from person join trait on person_id = id where external_id = 'P-78'`,
    )
    expect(traits).toEqual([{ city: 'Boston', value: 'female' }])
  })
})

describe('a dry run', () => {
  it('counts new, changed, unchanged, invalid and opted-out rows, and changes no one', async () => {
    await activateFile(
      'email,first_name,last_name,city\nknown@example.com,Kim,Known,Boston\nsame@example.com,Sam,Same,Chicago\n',
    )
    await db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [
      md5('gone@example.com'),
    ])
    const before = await countPersons()
    const outcome = await checkFile(
      [
        'email,first_name,last_name,city,zip',
        'new@example.com,Nia,New,Boston,02108',
        'known@example.com,Kim,Known,Denver,',
        'SAME@example.com,Sam,Same,Chicago,',
        'gone@example.com,Gus,Gone,Boston,02108',
        'not an address,No,Body,Boston,02108',
        'zip@example.com,Zed,Ip,Boston,2108',
        'new@example.com,Nia,Twice,Boston,02108',
        ',No,Key,Boston,02108',
      ].join('\n'),
    )
    expect(outcome).toMatchObject({
      status: 'checked',
      rows_total: 8,
      rows_new: 2,
      rows_changed: 1,
      rows_same: 1,
      rows_opted_out: 1,
      rows_invalid: 3,
    })
    expect(outcome.problems.map(({ row, field }) => [row, field])).toEqual([
      [5, 'email'],
      [7, 'email'],
      [8, 'email'],
    ])
    expect(JSON.stringify(outcome.problems)).not.toContain('example.com')
    expect(await countPersons()).toBe(before)
  })

  it('needs a key column that exists in the file', async () => {
    const { data } = (await upload('name\nAnn\n')).json() as { data: ImportRow }
    const call = (mapping: object) =>
      app.as(tree.root.system).call(checkImport, { params: { id: data.id }, body: { mapping } })
    expect((await call({ first_name: 'name' })).body).toMatchObject({ code: 'invalid', field: 'mapping.email' })
    expect((await call({ email: 'mail' })).body).toMatchObject({ code: 'invalid', field: 'mapping.email' })
    expect((await readRow(data.id)).status).toBe('uploaded')
  })
})

describe('an activation', () => {
  it('imports people, who are found by all three hashes, and skips those who opted out', async () => {
    await db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now()) on conflict do nothing`, [
      md5('out@example.com'),
    ])
    const outcome = await activateFile(
      'email,first_name,last_name,phone\nin@example.com,Ina,In,(212) 555-0123\nout@example.com,Otto,Out,\n',
    )
    expect(outcome).toMatchObject({ status: 'active', rows_new: 1, rows_opted_out: 1 })
    const { rows } = await db.adminPool.query(
      `select first_name, phone_e164, count(*)::int as keys from person join person_key on person_id = person.id
       where email = 'in@example.com' group by 1, 2`,
    )
    expect(rows).toEqual([{ first_name: 'Ina', phone_e164: '+12125550123', keys: 3 }])
    const out = await db.adminPool.query(`select 1 from person where email = 'out@example.com'`)
    expect(out.rowCount).toBe(0)
  })

  it('skips people on the exclusion list of its operator', async () => {
    const list = (rootId: string, email: string) =>
      db.adminPool.query(
        `insert into root_exclusion (root_id, hash, created_at) values ($1, decode($2, 'hex'), now())`,
        [rootId, md5(email)],
      )
    await list(tree.root.id, 'listed@example.com')
    await list(newId(0), 'elsewhere@example.com')
    const file = 'email,first_name\nlisted@example.com,Lis\nelsewhere@example.com,Els\n'
    expect(await checkFile(file)).toMatchObject({ rows_new: 1, rows_opted_out: 1 })
    expect(await activateFile(file)).toMatchObject({ status: 'active', rows_new: 1, rows_opted_out: 1 })
    const { rows } = await db.adminPool.query(
      `select email from person where email in ('listed@example.com', 'elsewhere@example.com')`,
    )
    expect(rows).toEqual([{ email: 'elsewhere@example.com' }])
  })

  it('run twice, as after a crash, imports everyone once', async () => {
    const file = 'email,first_name,last_name\ntwice@example.com,Tia,Twice\n'
    const { id } = await activateFile(file)
    await db.adminPool.query(`update identity_import set status = 'activating' where id = $1`, [id])
    const again = await checkFile(file)
    expect(again).toMatchObject({ rows_new: 0, rows_same: 1 })
    const { rows } = await db.adminPool.query(`select count(*) as n from person where email = 'twice@example.com'`)
    expect(rows[0].n).toBe(1)
  })

  it('marks people whose data is unchanged as verified', async () => {
    await activateFile('email,first_name\nverified@example.com,Vera\n')
    await db.adminPool.query(`update person set updated_at = '2020-01-01' where email = 'verified@example.com'`)
    await activateFile('email,first_name\nverified@example.com,Vera\nnew@example.com,Nora\n')
    const { rows } = await db.adminPool.query(
      `select updated_at > '2021-01-01' as lately from person where email = 'verified@example.com'`,
    )
    expect(rows).toEqual([{ lately: true }])
  })

  it('of a file in which nobody has changed verifies them, too', async () => {
    const file = 'email,first_name\nstill@example.com,Stella\n'
    await activateFile(file)
    await db.adminPool.query(`update person set updated_at = '2020-01-01' where email = 'still@example.com'`)
    expect(await activateFile(file)).toMatchObject({ status: 'active', rows_new: 0, rows_same: 1 })
    const { rows } = await db.adminPool.query(
      `select updated_at > '2021-01-01' as lately from person where email = 'still@example.com'`,
    )
    expect(rows).toEqual([{ lately: true }])
  })

  it('of a file with nothing new is rejected', async () => {
    const { id } = await checkFile('email,first_name\nbad\n')
    const answer = await app.as(tree.root.system).call(activateImport, { params: { id }, body: {} })
    expect(answer.status).toBe(409)
  })

  it('never gives one person’s key to another', async () => {
    await activateFile('email,first_name,last_name\nfirst@example.com,Fay,First\n')
    await activateFile(`email,md5,first_name\nother@example.com,${md5('first@example.com')},Ola\n`)
    const { rows } = await db.adminPool.query(
      `select first_name from person join person_key on person_id = person.id where hash = decode($1, 'hex')`,
      [md5('first@example.com')],
    )
    expect(rows).toHaveLength(1)
  })
})

const filesNow = (): string[] => readdirSync(join(dataDir, 'files')).toSorted()

describe('a file that was not imported', () => {
  it('is removed at once if its import cannot be stored', async () => {
    const before = filesNow()
    const answer = await whileRefused(db, 'identity_import', `file_name <> 'unstored.csv'`, () =>
      upload('email\nunstored@example.com\n', 'unstored.csv'),
    )
    expect(answer.statusCode).toBe(500)
    expect(filesNow()).toEqual(before)
  })

  it('is removed after an hour if the process died before its import was stored', async () => {
    const importRow = await checkFile('email\nkept-with-row@example.com\n')
    const before = filesNow()
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
    for (const name of before) utimesSync(join(dataDir, 'files', name), hoursAgo, hoursAgo)
    for (const name of ['orphan', 'fresh']) writeFileSync(join(dataDir, 'files', `import-${name}`), 'email\n')
    utimesSync(join(dataDir, 'files', 'import-orphan'), hoursAgo, hoursAgo)
    await removeImportFiles(app.platform, 0)
    expect(filesNow()).toEqual([...before, 'import-fresh'].toSorted())
    expect((await readRow(importRow.id)).status).toBe('checked')
  })

  it('is removed a day after its upload, says so, and can no longer be checked or activated', async () => {
    const row = await checkFile('email,first_name\nforgotten@example.com,Ann\n')
    const { rows } = await db.adminPool.query('select created_at, file_key from identity_import where id = $1', [
      row.id,
    ])
    const path = join(dataDir, 'files', rows[0].file_key)
    await removeImportFiles(app.platform, rows[0].created_at.getTime())
    expect([existsSync(path), (await readRow(row.id)).status]).toEqual([true, 'checked'])
    await removeImportFiles(app.platform, rows[0].created_at.getTime() + 1)
    expect(existsSync(path)).toBe(false)
    expect(await readRow(row.id)).toMatchObject({
      status: 'failed',
      error: 'The file was removed a day after its upload. Upload it again.',
    })
    const again = await app
      .as(tree.root.system)
      .call(checkImport, { params: { id: row.id }, body: { mapping: row.mapping } })
    expect([again.status, again.body.message]).toEqual([
      409,
      'The file was removed a day after its upload. Upload it again.',
    ])
    expect((await app.as(tree.root.system).call(activateImport, { params: { id: row.id }, body: {} })).status).toBe(409)
  })
})

describe('a worker that comes late, as its job was given to another', () => {
  const lateAfter = async (statement: string, values: (id: string) => unknown[]) => {
    const { id } = await stage().upload('email,first_name\nlate@example.com,Lea\n')
    await app
      .as(tree.root.system)
      .call(checkImport, { params: { id }, body: { mapping: { email: 'email', first_name: 'first_name' } } })
    // The other one changes the import as soon as this one has read it.
    const connection = await db.adminPool.connect()
    await connection.query('begin')
    await connection.query(statement, values(id))
    const late = runImportJob(app, 'check-import', tree.root.system, id)
    await expect
      .poll(async () => (await connection.query(`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0)
    await connection.query('commit')
    connection.release()
    await late
    return readRow(id)
  }

  it('neither restarts nor recounts an import that is active already', async () => {
    const row = await lateAfter(`update identity_import set status = 'active', rows_new = 7 where id = $1`, (id) => [
      id,
    ])
    expect(row).toMatchObject({ status: 'active', rows_new: 7 })
  })

  it('does not end the dry run of another mapping', async () => {
    const row = await lateAfter(`update identity_import set mapping = '{"email": "email"}' where id = $1`, (id) => [id])
    expect(row).toMatchObject({ status: 'checking', rows_new: 0 })
  })
})

describe('an import whose job was abandoned', () => {
  it('fails after a week, and its file is removed', async () => {
    const row = await checkFile('email\nstuck@example.com\n')
    const day_ms = 86_400_000
    const { rows } = await db.adminPool.query(
      `update identity_import set status = 'activating' where id = $1 returning created_at, file_key`,
      [row.id],
    )
    const path = join(dataDir, 'files', rows[0].file_key)
    const after = (days: number) => removeImportFiles(app.platform, rows[0].created_at.getTime() + days * day_ms)
    await after(7)
    expect([existsSync(path), (await readRow(row.id)).status]).toEqual([true, 'activating'])
    await after(7.001)
    expect([existsSync(path), (await readRow(row.id)).status]).toEqual([false, 'failed'])
  })
})

describe('advance information', () => {
  const traitsOf = async (email: string): Promise<Record<string, string>> => {
    const { rows } = await db.adminPool.query<{ name: string; value: string }>(
      `select name, value from trait join person on person.id = person_id where email = $1 order by name`,
      [email],
    )
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }
  const file = (...lines: string[]): string =>
    ['email,Age band,Gender,job title,company_domain,direct phone,credit_rating_band', ...lines, ''].join('\n')

  it('is imported with the people, changed by later files, and listed as available (C099)', async () => {
    const first = await activateFile(file('trait1@example.com,25-34,female,Roofer,Roofs.COM,(212) 555-0134,good'))
    expect(first).toMatchObject({ rows_new: 1, rows_invalid: 0 })
    expect(first.mapping).toMatchObject({ 'trait.age_band': 'Age band', 'trait.company_domain': 'company_domain' })
    // Sensitive: imported only if someone maps its column.
    expect(first.mapping).not.toHaveProperty(['trait.credit_rating_band'])
    const traits = {
      age_band: '25-34',
      gender: 'female',
      job_title: 'Roofer',
      company_domain: 'roofs.com',
      direct_phone: '+12125550134',
    }
    expect(await traitsOf('trait1@example.com')).toEqual(traits)
    expect(await checkFile(file('trait1@example.com,25-34,,,,,'))).toMatchObject({ rows_same: 1 })
    expect(await activateFile(file('trait1@example.com,35-44,,,,,'))).toMatchObject({ rows_changed: 1 })
    expect(await traitsOf('trait1@example.com')).toEqual({ ...traits, age_band: '35-44' })
    const { body } = await app.as(tree.root.system).call(listAdvanceInformation)
    expect(body.data.find(({ id }) => id === 'age_band')).toMatchObject({ available: 'T' })
    expect(body.data.find(({ id }) => id === 'credit_rating_band')).toMatchObject({ available: 'F' })
  })

  it.each([
    ['trait.job_title', 'x@example.com,,,a\u202Eb,,,'],
    ['trait.job_title', `x@example.com,,,${'x'.repeat(101)},,,`],
    ['trait.company_domain', 'x@example.com,,,,no domain,,'],
    ['trait.company_domain', 'x@example.com,,,,<b>.com,,'],
    ['trait.direct_phone', 'x@example.com,,,,,12,'],
  ])('counts as empty where it cannot be read: %s', async (field, line) => {
    const row = await checkFile(file(line))
    expect([row.rows_new, row.values_unread, row.unread.map((value) => value.field)]).toEqual([1, 1, [field]])
  })

  it('of an unknown kind is rejected', async () => {
    const row = await checkFile(file('y@example.com,25-34,,,,,'))
    const answer = await app.as(tree.root.system).call(checkImport, {
      params: { id: row.id },
      body: { mapping: { email: 'email', 'trait.shoe_size': 'Gender' } },
    } as never)
    expect(answer.status).toBe(422)
  })
})
