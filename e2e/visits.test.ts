import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choose, copySnippet, edit, makeCampaign, newCampaign, start } from './support/campaign.ts'
import { acme, people } from './support/people.ts'
import { lacksHome, lacksPhone, optedOutPerson, personFor, type KnownPerson } from './support/persons.ts'
import { Shop } from './support/shop.ts'
import { useStage } from './support/stage.ts'
import { visit } from './support/visit.ts'
import { world } from './support/world.ts'

const stage = useStage()
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(world().shopPort)
})
afterAll(() => shop.close())

/** The index of the reason column. */
const why = 3

const hem = ({ md5 }: KnownPerson): string => `/?hem=${md5}`

/** A visit in a new browser profile. */
async function visitWith(path: string, options: { robot?: boolean; host?: string } = {}): Promise<Page> {
  const visitor = await stage().newVisitor(options)
  await visit(visitor, (options.host ?? shop.address) + path)
  return visitor
}

/** The visits of a campaign, newest first, with their reasons, once this many are listed. */
async function readVisits(list: Page, campaignId: string, count: number): Promise<{ row: string; reason: string }[]> {
  const rows = list.getByRole('table', { name: 'Visits' }).getByRole('row')
  const reload = async (): Promise<number> => {
    await list.goto(`${stage().origin(acme)}/siteid/visits?campaign=${campaignId}`)
    await rows.nth(1).or(list.getByText('No visits here')).first().waitFor()
    return (await rows.count()) - 1
  }
  await expect.poll(reload).toBe(count)
  const lines = (await rows.all()).slice(1)
  const reasonOf = async (row: Locator): Promise<string> =>
    (await row.getByRole('cell').nth(why).innerText()).trim().split('\n')[0]!
  return Promise.all(lines.map(async (row) => ({ row: await row.innerText(), reason: await reasonOf(row) })))
}

/** The expected reasons of the first test's visits, in order. */
const reasonsInOrder = [
  'Not active',
  'Anonymous visitor',
  'Unknown person',
  'Bot',
  'Other website',
  'Opted out',
  'No phone',
  'No address',
  'Lead',
  'Returning visitor',
  'Already a customer',
  'Limit reached',
  'Not started',
  'Ended',
  'Outside target area',
  'Page excluded',
]

describe('6. The visits show why there is a lead or none', () => {
  it('and name the rule that stopped each visit', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    const list = await stage().newPageOf(people.acmeAdmin)
    await makeCampaign(page, { client: 'Cedar Dental', name: 'Every reason', site: shop.address }, async () => {
      await page.getByRole('checkbox', { name: 'Phone number', exact: true }).check()
      await page.getByRole('checkbox', { name: 'Home address' }).check()
    })
    const campaignId = page.url().split('/').at(-1)!
    shop.head = await copySnippet(page)
    shop.headOf.set('/thanks', await copySnippet(page, 'Thank-you page'))
    const [ann, ben] = [personFor('every reason, ann'), personFor('every reason, ben')]

    await visitWith(hem(ann))
    await readVisits(list, campaignId, 1)
    await start(page)
    await visitWith('/')
    await visitWith(`/?hem=${'0'.repeat(32)}`)
    await visitWith(hem(ann), { robot: true })
    await visitWith(hem(ann), { host: shop.address.replace('shop.', 'copied-shop.') })
    await visitWith(hem(optedOutPerson()))
    await visitWith(hem(personFor('every reason, no phone', lacksPhone)))
    await visitWith(hem(personFor('every reason, no home', lacksHome)))
    const annsBrowser = await visitWith(hem(ann))
    await visit(annsBrowser, `${shop.address}/prices`)
    await visit(annsBrowser, `${shop.address}/thanks`)
    await readVisits(list, campaignId, 12)
    await visit(annsBrowser, `${shop.address}/again`)
    await readVisits(list, campaignId, 13)

    const becomes = async (count: number, change: () => Promise<void>): Promise<void> => {
      await edit(page, change)
      await visitWith(hem(ben))
      await readVisits(list, campaignId, count)
    }
    await becomes(14, async () => {
      await choose(page, 'Limit', 'In total')
      await page.getByRole('textbox', { name: 'Maximum leads' }).fill('1')
    })
    await becomes(15, () => page.getByLabel('Start date').fill('2099-01-01'))
    await becomes(16, async () => {
      await page.getByLabel('Start date').fill('2020-01-01')
      await page.getByLabel('End date').fill('2020-12-31')
    })
    await becomes(17, async () => {
      await page.getByRole('radio', { name: 'Zip Code' }).check()
      await page.getByRole('textbox', { name: 'ZIP codes' }).fill('99950')
    })

    await becomes(18, () => page.getByRole('textbox', { name: 'Not these pages', exact: true }).fill('/'))

    const visits = await readVisits(list, campaignId, 18)
    const [thanks, others] = [true, false].map((is) => visits.filter(({ row }) => row.includes('/thanks') === is))
    expect(others!.map(({ reason }) => reason).toReversed()).toEqual(reasonsInOrder)
    // The page's view and conversion are sent at the same time, and may arrive in either order.
    expect(thanks!.map(({ reason }) => reason)).toContain('Conversion')
    const returning = visits.find(({ reason }) => reason === 'Returning visitor')!.row
    expect(returning).toContain('Cookie · 95%')
    expect(returning, 'leads to the lead it belongs to').toContain(ann.name)
    const nameless = visits.filter(({ row }) => row.includes(ben.name) || row.includes(optedOutPerson().name))
    expect(nameless, 'nobody is named who is no lead').toEqual([])
  })

  it('and sum them up by reason in a period, and filter the list by one', async () => {
    const site = stage().origin('plumbright.localhost')
    await visit(await stage().newVisitor(), `${site}/?hem=${'1'.repeat(32)}`)
    await visit(await stage().newVisitor(), site)
    const client = await stage().newPageOf(people.plumbright, '/siteid/visits')
    const sums = client.getByRole('region', { name: 'Visits by reason' })
    await sums.getByRole('button', { name: /Anonymous visitor/ }).waitFor()
    const totals = client.getByRole('main').locator('dl').first()
    expect((await totals.innerText()).split(/\s+/)).toEqual([
      'Visits',
      expect.stringMatching(/^[\d,]+$/),
      'Matched',
      expect.stringMatching(/^[\d,]+$/),
      expect.stringMatching(/^[\d.]+%$/),
      'Leads',
      expect.stringMatching(/^[\d,]+$/),
      expect.stringMatching(/^[\d.]+%$/),
    ])
    const askedDays = (address: string): number => {
      const [start, end] = new URL(address).pathname.split('/').slice(-2)
      return (Date.parse(end!) - Date.parse(start!)) / 86_400_000 + 1
    }
    await client.getByRole('combobox', { name: 'Days' }).click()
    // The page also repeats its first request every few seconds.
    await Promise.all([
      client.waitForRequest((request) => request.url().includes('/visit-summary/') && askedDays(request.url()) === 7),
      client.getByRole('option', { name: 'Last 7 days' }).click(),
    ])
    await sums.getByRole('button', { name: /Anonymous visitor/ }).click()
    const rows = client.getByRole('table', { name: 'Visits' }).getByRole('row')
    await expect
      .poll(async () => {
        const [, ...lines] = await rows.allInnerTexts()
        return lines.length > 0 && lines.every((row) => row.includes('Anonymous visitor'))
      })
      .toBe(true)
  })
})

describe('10. A visitor with Global Privacy Control on', () => {
  it('leaves no cookie, no identifier and no lead, and is counted', async () => {
    const person = personFor('global privacy control')
    const client = await stage().newPageOf(people.plumbright)
    const countIn = async (): Promise<number> => {
      await client.goto(stage().origin(acme) + '/siteid/visits')
      await client
        .getByRole('main')
        .getByRole('region', { name: 'Visits by reason' })
        .or(client.getByText('No visits here'))
        .first()
        .waitFor()
      const stop = client.getByRole('region', { name: 'Visits by reason' }).getByRole('listitem')
      const texts = await stop.filter({ hasText: 'Global Privacy Control' }).allInnerTexts()
      return Number(/\d+\s*$/.exec(texts[0] ?? '0')![0])
    }
    const before = await countIn()

    const visitor = await stage().newVisitor({ gpc: true })
    const hits: string[] = []
    visitor.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/collect')) hits.push(request.postData() ?? '')
    })
    await visit(visitor, stage().origin('plumbright.localhost') + hem(person))
    await visit(visitor, stage().origin('plumbright.localhost') + '/prices')

    expect(await visitor.context().cookies()).toEqual([])
    expect(await visitor.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])).toEqual([])
    expect(hits.map((body) => JSON.parse(body) as unknown)).toEqual(Array(2).fill({ k: expect.any(String), p: 'gpc' }))
    await expect.poll(countIn).toBe(before + 2)
    await client.goto(`${stage().origin(acme)}/siteid/leads?search=${encodeURIComponent(person.email)}`)
    await client.getByText('No results').waitFor()
  })
})
