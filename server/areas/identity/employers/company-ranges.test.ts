import { beforeEach, describe, expect, test } from 'vitest'
import { listCompanyRanges, moveCompanyRange, removeCompanyRange } from '#contract/identity/company-ranges.ts'
import { sentences } from '#contract/core/sentences.ts'
import { readEmployerRanges } from './read-ranges.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree()
beforeEach(async () => {
  await db.adminPool.query(`delete from employer`)
  await db.adminPool.query(`insert into employer (domain, facts, updated_at) values
    ('northwind.example', '{"company_name": "Northwind Software"}', '2026-01-01'), ('contoso.example', '{}', '2026-01-01')`)
  await db.adminPool.query(`insert into employer_range (range, domain) values
    ('198.51.100.0/24', 'northwind.example'), ('2001:db8::/32', 'northwind.example'), ('203.0.113.0/24', 'contoso.example')`)
})

const operator = () => http.as(tree.root.system)
const rangesOf = async (search: string) =>
  (await operator().call(listCompanyRanges, { params: { search } })).body.data.map(
    (row) => `${row.company_domain} ${row.range}`,
  )
const versionOf = async (): Promise<number> => (await readEmployerRanges(http.platform.identityPool, -1))!.version

describe('Address ranges of companies', () => {
  test('are listed by company, and found by domain, name or an address in them', async () => {
    const all = [
      'contoso.example 203.0.113.0/24',
      'northwind.example 198.51.100.0/24',
      'northwind.example 2001:db8::/32',
    ]
    expect(await rangesOf('')).toEqual(all)
    expect(await rangesOf('CONTOSO')).toEqual(all.slice(0, 1))
    expect(await rangesOf('northwind s')).toEqual(all.slice(1))
    expect(await rangesOf('198.51.100.77')).toEqual([all[1]])
    expect(await rangesOf('2001:db8::1')).toEqual([all[2]])
    expect(await rangesOf('192.0.2.1')).toEqual([])
  })

  test('move to another company, and the version that the collectors read changes', async () => {
    const before = await versionOf()
    const body = { range: '198.51.100.0/24', company_domain: ' Contoso.example ' }
    expect(await operator().call(moveCompanyRange, { body })).toMatchObject({ status: 200 })
    expect(await rangesOf('contoso')).toEqual(['contoso.example 198.51.100.0/24', 'contoso.example 203.0.113.0/24'])
    expect(await versionOf()).toBe(before + 1)
    const entry = await db.adminPool.query('select action from activity where book_id = $1 order by seq desc limit 1', [
      tree.root.id,
    ])
    expect(entry.rows[0]).toMatchObject({ action: 'data.moveCompanyRange' })
  })

  test('are removed, and a second removal is rejected by field', async () => {
    const body = { range: '2001:db8::/32' }
    expect((await operator().call(removeCompanyRange, { body })).status).toBe(200)
    expect(await rangesOf('2001:db8::1')).toEqual([])
    const before = await versionOf()
    expect(await operator().call(removeCompanyRange, { body })).toMatchObject({
      status: 422,
      body: { field: 'range', message: sentences.unknownRange },
    })
    expect(await versionOf()).toBe(before)
  })

  test.each([
    [{ range: '198.51.100.0/24', company_domain: 'nobody.example' }, 'company_domain', sentences.unknownCompany],
    [{ range: '192.0.2.0/24', company_domain: 'contoso.example' }, 'range', sentences.unknownRange],
    [{ range: '198.51.100.0', company_domain: 'contoso.example' }, 'range', sentences.network],
    [{ range: '198.51.100.0/33', company_domain: 'contoso.example' }, 'range', sentences.network],
  ])('are not changed by %j', async (body, field, message) => {
    const before = await versionOf()
    expect(await operator().call(moveCompanyRange, { body })).toMatchObject({ status: 422, body: { field, message } })
    expect(await versionOf()).toBe(before)
  })

  test('are managed only by the operator', async () => {
    for (const user of [tree.acme.owner, tree.acme.clients[0]!.user, tree.root.salesRep])
      expect((await http.as(user).call(removeCompanyRange, { body: { range: '203.0.113.0/24' } })).status).toBe(403)
  })
})
