import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noLimits } from '#server/test/app.ts'
import { createImportStage } from '#server/test/import-stage.ts'
import { openTree } from '#server/test/open-tree.ts'

const hour_ms = 3_600_000
const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-import-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const { db, tree, http } = await openTree({ limiter: noLimits, env: { DATA_DIR: dataDir } })
const { checked, activated } = createImportStage(http, tree.root.system)

const head = 'email,phrase,topic,kind,at,zip'
const ago = (hours: number): string => new Date(http.platform.clock.now() - hours * hour_ms).toISOString()

const storedSignals = async () =>
  (
    await db.adminPool.query(
      `select email, phrase.text, kind, signal.zip
         from signal join signal_phrase phrase on phrase.id = phrase_id join person on person.id = person_id
        order by phrase.text`,
    )
  ).rows

const waitingMatches = async (): Promise<number | null> =>
  (await db.adminPool.query(`select from graphile_worker.jobs where task_identifier = 'match-signals'`)).rowCount

beforeAll(async () => {
  await activated('email\nknown@example.com\ngone@example.com\n')
  await db.adminPool.query(`insert into opt_out values (decode(md5('gone@example.com'), 'hex'), 'asked', now())`)
})

test('a dry run of signals counts what an activation would store, names what is wrong, and stores nothing', async () => {
  const file = [
    head,
    `known@example.com,roof repair,,search,${ago(0)},`,
    `gone@example.com,roof,,,${ago(0)},`,
    `nobody@example.com,roof,,,${ago(0)},`,
    `known@example.com,diabetes treatment,,,${ago(0)},`,
    `known@example.com,,cancer,,${ago(0)},`,
    `known@example.com,,moon-bases,,${ago(0)},`,
    `known@example.com,roof,,click,${ago(0)},`,
    `known@example.com,roof,,,${ago(-2)},`,
    `known@example.com,roof,,,${ago(31 * 24)},`,
    `known@example.com,roof,,,${ago(0)},12`,
  ]
  const outcome = await checked(file.join('\n'))
  expect(outcome).toMatchObject({ status: 'checked', rows_total: 10, rows_new: 2, rows_opted_out: 1, rows_invalid: 7 })
  expect(outcome.unread).toEqual([{ row: 10, field: 'zip', message: 'isn’t a five-digit ZIP code' }])
  const problems = outcome.problems.map(({ row, field, message }) => [row, field, message] as const)
  expect(problems.toSorted(([a], [b]) => a - b)).toEqual([
    [3, 'email', 'has no match in the identity data'],
    [4, 'phrase', 'is sensitive'],
    [5, 'topic', 'is sensitive'],
    [6, 'topic', 'isn’t a known topic'],
    [7, 'signal_kind', 'isn’t search or page'],
    [8, 'signal_at', 'is in the future'],
    [9, 'signal_at', 'is more than 30 days ago'],
  ])
  expect(JSON.stringify(outcome.problems)).not.toMatch(/diabetes|example\.com/)
  expect(await storedSignals()).toEqual([])
})

test('signals of people on the operator’s exclusion list are not stored', async () => {
  await activated('email\nlisted@example.com\n')
  await db.adminPool.query(
    `insert into root_exclusion (root_id, hash, created_at) values ($1, decode(md5('listed@example.com'), 'hex'), now())`,
    [tree.root.id],
  )
  const file = [head, `listed@example.com,roof,,,${ago(1)},`].join('\n')
  expect(await checked(file)).toMatchObject({ rows_new: 0, rows_opted_out: 1, rows_invalid: 0 })
})

test('an activation stores signals once, and has them matched with campaigns', async () => {
  const file = [
    head,
    `known@example.com,Roof Repair,,,${ago(1)},60601-1234`,
    `known@example.com,,roofing,page,${ago(2)},`,
    `gone@example.com,gutters,,,${ago(1)},`,
  ].join('\n')
  expect(await waitingMatches()).toBe(0)
  expect(await activated(file)).toMatchObject({ status: 'active', rows_new: 2, rows_opted_out: 1, rows_invalid: 0 })
  const signals = [
    { email: 'known@example.com', text: expect.stringContaining('roofing'), kind: 'page', zip: null },
    { email: 'known@example.com', text: 'roof repair', kind: 'search', zip: '60601' },
  ]
  expect(await storedSignals()).toEqual(expect.arrayContaining(signals))
  expect(await waitingMatches()).toBe(1)
  expect(await checked(file)).toMatchObject({ rows_new: 0, rows_same: 2, rows_opted_out: 1 })
  expect(await storedSignals()).toHaveLength(2)
})
