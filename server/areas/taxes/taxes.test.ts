import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addTaxRate,
  listTaxRates,
  readTaxDetails,
  removeTaxRate,
  saveTaxDetails,
  saveTaxExemption,
} from '#contract/taxes/taxes.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { taxCents } from './tax-cents.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, tree, http } = await openTree({ clock, limiter: noLimits })
const acme = tree.acme
const client = acme.clients[0]!

beforeEach(async () => {
  await db.adminPool.query('delete from tax_rate')
  await db.adminPool.query('delete from tax_detail')
  return () => vi.unstubAllEnvs()
})

const vat = { country: 'DE', region: '', name: 'VAT', percent: 19, valid_from: '2026-01-01' }
const add = (rate: object = {}, user: TestUser = acme.owner) =>
  http.as(user).call(addTaxRate, { params: { companyID: user.companyId }, body: { ...vat, ...rate } as never })
const list = async (user: TestUser = acme.owner) =>
  (await http.as(user).call(listTaxRates, { params: { companyID: user.companyId } })).body.data
const details = async (user: TestUser = client.user, companyID: string = client.id) =>
  (await http.as(user).call(readTaxDetails, { params: { companyID } })).body.data
const place = (body: object, user: TestUser = client.user, companyID: string = client.id) =>
  http.as(user).call(saveTaxDetails, {
    params: { companyID },
    body: { country: 'DE', region: '', tax_number: 'DE123', ...body } as never,
  })
const exempt = (body: object, user: TestUser = acme.owner, companyID: string = client.id) =>
  http
    .as(user)
    .call(saveTaxExemption, { params: { companyID }, body: { exempt: 'T', reason: 'Charity', ...body } as never })

describe('tax rates', () => {
  test('are listed by place, the latest of each first, and say which one applies today', async () => {
    for (const rate of [
      {},
      { percent: '16.5', valid_from: '2025-01-01' },
      { percent: 20, valid_from: '2027-01-01' },
      { country: 'US', region: 'NY', name: 'Sales tax', percent: '8.875' },
    ])
      expect((await add(rate)).status).toBe(200)
    expect((await list()).map(({ id: _id, ...rate }) => rate)).toEqual([
      { ...vat, percent: 20, valid_from: '2027-01-01', state: 'coming' },
      { ...vat, state: 'current' },
      { ...vat, percent: 16.5, valid_from: '2025-01-01', state: 'past' },
      { country: 'US', region: 'NY', name: 'Sales tax', percent: 8.875, valid_from: '2026-01-01', state: 'current' },
    ])
  })

  test.each([
    ['percent', { percent: -1 }],
    ['percent', { percent: 100.001 }],
    ['percent', { percent: '101' }],
    ['percent', { percent: 'NaN' }],
    ['percent', { percent: null }],
    ['percent', { percent: 1e21 }],
    ['percent', { percent: 8.8751 }],
    ['percent', { percent: '8,500,1' }],
    ['country', { country: 'XX' }],
    ['country', { country: 'de' }],
    ['country', { country: '' }],
    ['region', { country: 'US', region: 'ny' }],
    ['region', { country: 'US', region: 'NEWYORK' }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(41) }],
    ['valid_from', { valid_from: '2026-02-30' }],
    ['valid_from', { valid_from: '1999-12-31' }],
    ['valid_from', { valid_from: '2101-01-01' }],
  ])('with an invalid %s are rejected by field: %j', async (field, bad) => {
    expect(await add(bad)).toMatchObject({ status: 422, body: { field } })
    expect(await list()).toEqual([])
  })

  test('for one place start on different days', async () => {
    await add()
    expect(await add({ percent: 7 })).toMatchObject({ status: 422, body: { field: 'valid_from' } })
    // Another seller’s rates and another region’s do not apply.
    expect((await add({}, tree.brightside.owner)).status).toBe(200)
    expect((await add({}, tree.root.system)).status).toBe(200)
    expect((await add({ region: 'BY' })).status).toBe(200)
    expect(await list()).toHaveLength(2)
  })

  test('are added once by two people at the same time for the same place and day', async () => {
    const both = await Promise.all([add(), add()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await list()).toHaveLength(1)
  })

  test('can be removed only by their seller', async () => {
    await add()
    const [rate] = await list()
    const remove = (user: TestUser) =>
      http.as(user).call(removeTaxRate, { params: { companyID: user.companyId }, body: { rate_id: rate!.id } })
    expect(await remove(tree.brightside.owner)).toMatchObject({ status: 422, body: { field: 'rate_id' } })
    expect(await remove(tree.root.system)).toMatchObject({ status: 422, body: { field: 'rate_id' } })
    expect(await list()).toHaveLength(1)
    expect((await remove(acme.owner)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await remove(acme.owner)).body.field).toBe('rate_id')
  })
})

describe('a payer’s tax details', () => {
  test('keep their place when only the tax number is sent', async () => {
    await place({ country: 'US', region: 'NY' })
    const number = (body: object) =>
      http.as(client.user).call(saveTaxDetails, { params: { companyID: client.id }, body: body as never })
    expect((await number({ tax_number: '12-345' })).status).toBe(200)
    expect(await details()).toMatchObject({ country: 'US', region: 'NY', tax_number: '12-345' })
    expect(await number({ tax_number: '12-345', region: 'TX' })).toMatchObject({
      status: 422,
      body: { field: 'country' },
    })
    expect((await number({ tax_number: '', country: '' })).status).toBe(200)
    expect(await details()).toMatchObject({ country: '', region: '', tax_number: '' })
  })

  test('show the applicable rate: of the region, else of the country, else none', async () => {
    await add({ country: 'US', name: 'Federal', percent: 1 })
    await add({ country: 'US', region: 'NY', name: 'Sales tax', percent: 8.875 })
    expect(await details()).toMatchObject({ country: '', percent: null })
    for (const [country, region, percent] of [
      ['US', 'NY', 8.875],
      ['US', 'TX', 1],
      ['US', '', 1],
      ['FR', '', null],
    ] as const) {
      expect((await place({ country, region })).status).toBe(200)
      expect(await details()).toMatchObject({ country, region, tax_number: 'DE123', percent })
    }
  })

  test('are not saved over what somebody else has saved since they were read', async () => {
    await place({})
    const { version } = await details()
    const ours = await Promise.all([
      place({ tax_number: 'DE1', version }),
      place({ tax_number: 'DE2', version }, acme.owner),
    ])
    expect(ours.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = ours.find(({ status }) => status === 409)!
    expect(late.body.change!.changed_fields).toEqual(['tax_number'])
    // The exemption is saved by another form.
    expect((await exempt({ version })).status).toBe(200)
    expect(await exempt({ reason: 'School', version })).toMatchObject({
      status: 409,
      body: { change: { changed_fields: ['exempt', 'reason'] } },
    })
    expect(await details()).toMatchObject({ exempt_reason: 'Charity' })
  })

  test('mark the payer exempt when its seller says so, with a reason, until revoked', async () => {
    await add()
    await place({})
    expect((await exempt({})).status).toBe(200)
    expect(await details()).toMatchObject({ exempt: 'T', exempt_reason: 'Charity', percent: null, tax_number: 'DE123' })
    expect((await exempt({ exempt: 'F', reason: '' })).status).toBe(200)
    expect(await details()).toMatchObject({ exempt: 'F', exempt_reason: '', percent: 19 })
  })

  test.each([
    ['country', { country: 'ZZ' }],
    ['country', { country: '', region: 'NY' }],
    ['region', { region: 'new york' }],
    ['tax_number', { tax_number: 'x'.repeat(41) }],
    ['tax_number', { tax_number: 'a\u0000b' }],
  ])('that have an invalid %s are rejected by field: %j', async (field, bad) => {
    expect(await place(bad)).toMatchObject({ status: 422, body: { field } })
    expect(await details()).toMatchObject({ country: '', tax_number: '' })
  })

  test('cannot be exempted by the payer itself, nor by an operator for its agencies’ clients', async () => {
    expect((await exempt({}, client.user)).status).toBeGreaterThan(400)
    expect((await exempt({}, tree.brightside.owner)).status).toBe(404)
    expect((await exempt({}, acme.owner, acme.id)).status).toBeGreaterThan(400)
    expect(await exempt({}, tree.root.system)).toMatchObject({ status: 422, body: { field: 'companyID' } })
    expect(await place({}, tree.root.system)).toMatchObject({ status: 422, body: { field: 'companyID' } })
    expect(await exempt({ reason: '' })).toMatchObject({ status: 422, body: { field: 'reason' } })
    expect(await details()).toMatchObject({ exempt: 'F', country: '' })
    expect((await exempt({}, tree.root.system, acme.id)).status).toBe(200)
    expect(await details(acme.owner, acme.id)).toMatchObject({ exempt: 'T' })
  })
})

test('the tax of a line is rounded half to even, at any size', () => {
  const cases = [
    [50, 1_000, 0],
    [150, 1_000, 2],
    [250, 1_000, 2],
    [350, 1_000, 4],
    [1_234, 8_875, 110],
    [1_001, 19_000, 190],
    [0, 19_000, 0],
    [99_999_999_999, 100_000, 99_999_999_999],
    [100, 0, 0],
  ] as const
  for (const [cents, rate_e3, tax] of cases)
    expect([cents, rate_e3, taxCents(cents, rate_e3)]).toEqual([cents, rate_e3, tax])
})
