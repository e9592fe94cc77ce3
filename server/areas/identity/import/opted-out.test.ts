import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noLimits } from '#server/test/app.ts'
import { createImportStage } from '#server/test/import-stage.ts'
import { findPersons } from '../find-persons.ts'
import { openTree } from '#server/test/open-tree.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-import-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const { db, tree, http } = await openTree({ limiter: noLimits, env: { DATA_DIR: dataDir } })
const { checked, activated } = createImportStage(http, tree.root.system)

const hashOf = (kind: 'md5' | 'sha256', email: string): string => createHash(kind).update(email).digest('hex')
/** Puts only the MD5 hash of an address on the operator's list, or among the opt-outs that came with the data. */
const optOut = {
  'on the operator’s list': (email: string) =>
    db.adminPool.query(`insert into root_exclusion (root_id, hash, created_at) values ($1, decode($2, 'hex'), now())`, [
      tree.root.id,
      hashOf('md5', email),
    ]),
  'in the identity data': (email: string) =>
    db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [hashOf('md5', email)]),
}
const nameOf = async (externalId: string): Promise<unknown> =>
  (await db.adminPool.query('select first_name from person where external_id = $1', [externalId])).rows[0]?.first_name

test.each(Object.entries(optOut))(
  'a row with another hash of a known person whose MD5 hash opted out %s is left out',
  async (where, add) => {
    const [email, id] = [`${where.length}@example.com`, `P-${where.length}`]
    await activated(`external_id,email,first_name\n${id},${email},Before\n`)
    await add(email)
    const sha256 = hashOf('sha256', email)
    const file = `sha256,first_name\n${sha256},After\n${hashOf('sha256', `other-${email}`)},Other\n`
    const outcome = { rows_new: 1, rows_changed: 0, rows_opted_out: 1 }
    expect(await checked(file)).toMatchObject({ status: 'checked', ...outcome })
    expect(await activated(file)).toMatchObject({ status: 'active', ...outcome })
    expect(await nameOf(id)).toBe('Before')
    const sameId = await checked(`external_id,email\n${id},new-${email}\n`)
    expect(sameId).toMatchObject({ rows_changed: 0, rows_opted_out: 1 })
    const at = new Date(http.platform.clock.now()).toISOString()
    const ofSignals = await checked(`sha256,phrase,at\n${sha256},roof,${at}\n`)
    expect(ofSignals).toMatchObject({ rows_new: 0, rows_opted_out: 1, rows_invalid: 0 })
  },
)

test('a row of somebody under 18 is left out and counted, and who was known before is opted out', async () => {
  const email = 'teen@example.com'
  await activated(`external_id,email,first_name\nT-1,${email},Kit\n`)
  const file = `email,first_name,age band\n${email},Kim,13-17\nother-teen@example.com,Lee,Under 18\nadult@example.com,Ada,18-24\n`
  expect(await checked(file)).toMatchObject({ rows_new: 1, rows_changed: 0, rows_opted_out: 2 })
  const { persons } = await findPersons(db.appPool, { hashes: [hashOf('md5', email)] })
  expect([...persons.values()].map(({ optedOut }) => optedOut)).toEqual([false])
  expect(await activated(file)).toMatchObject({ rows_new: 1, rows_opted_out: 2 })
  expect(await nameOf('T-1')).toBe('Kit')
  const after = await findPersons(db.appPool, {
    hashes: [hashOf('md5', email), hashOf('md5', 'other-teen@example.com')],
  })
  expect([...after.persons.values()].map(({ optedOut }) => optedOut)).toEqual([true])
})

test('a row whose hash nothing links to the one that opted out is imported, until a row has both', async () => {
  const email = 'unlinked@example.com'
  await optOut['on the operator’s list'](email)
  const sha256 = hashOf('sha256', email)
  expect(await activated(`external_id,sha256\nU-1,${sha256}\n`)).toMatchObject({ rows_new: 1, rows_opted_out: 0 })
  expect(await checked(`sha256,md5\n${sha256},${hashOf('md5', email)}\n`)).toMatchObject({ rows_opted_out: 1 })
})
