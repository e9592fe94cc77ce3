import { beforeAll, describe, expect, it } from 'vitest'
import { countsOf, hitsOf, makePixel, useCollectors, viewOf, type TestPixel } from '#server/test/collector.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ app: 30 })
  // The tests' own address is the company's.
  await db.adminPool.query(`insert into employer values ('northwind.example', '{}', now())`)
  await db.adminPool.query(`insert into employer_range values ('127.0.0.0/24', 'northwind.example')`)
  await db.adminPool.query('update employer_range_version set version = version + 1')
  return () => db.drop()
})

const serve = useCollectors(() => db)

async function makeLooking(): Promise<TestPixel> {
  const pixel = await makePixel(db)
  await db.adminPool.query('update pixel set finds_companies = true where campaign_id = $1', [pixel.campaignId])
  return pixel
}
const companiesOf = async (pixel: TestPixel) => (await hitsOf(db, pixel)).map((hit) => hit['company_domain'])

describe('the company of a visitor’s IP address', () => {
  it('is stored with the hit only for a pixel that looks up companies', async () => {
    const { post } = await serve()
    const [looking, otherPixel] = [await makeLooking(), await makePixel(db)]
    for (const pixel of [looking, otherPixel]) expect((await post(viewOf(pixel))).status).toBe(204)
    expect(await companiesOf(looking)).toEqual(['northwind.example'])
    expect(await companiesOf(otherPixel)).toEqual([null])
    // The address itself is stored nowhere.
    expect(JSON.stringify(await hitsOf(db, looking))).not.toContain('127.0.0')
  })

  it('is not looked up if the visitor opts out of identification', async () => {
    const { post } = await serve()
    const pixel = await makeLooking()
    expect((await post(viewOf(pixel), { 'sec-gpc': '1' })).status).toBe(204)
    expect(await hitsOf(db, pixel)).toEqual([])
    expect(await countsOf(db, pixel)).toMatchObject([{ reason: 'privacy_gpc', count: 1 }])
  })

  it('is not looked up for bots, other hosts, and conversions', async () => {
    const { post } = await serve()
    const pixel = await makeLooking()
    await post(viewOf(pixel), { 'user-agent': 'ExampleBot/2.1 (+http://www.example.com/bot.html)' })
    await post(viewOf(pixel, { u: 'https://other.example/' }))
    await post(viewOf(pixel, { t: 'conversion' }))
    expect(await companiesOf(pixel)).toEqual([null, null, null])
  })
})
