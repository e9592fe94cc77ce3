import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { moveClock, readDesk } from './support/desk.ts'
import { people } from './support/people.ts'
import { personFor, type KnownPerson } from './support/persons.ts'
import { useStage } from './support/stage.ts'
import { visit } from './support/visit.ts'

const stage = useStage()

/** Browsers whose clock is a month behind the server's: the first hit is rejected, which the console logs. */
async function newVisitor(): Promise<Page> {
  const visitor = await stage().newVisitor()
  stage().allow(visitor, /status of 409 .*\/collect/)
  return visitor
}

const comes = (visitor: Page, path: string): Promise<number> =>
  visit(visitor, stage().origin('plumbright.localhost') + path)

/** What the agency sees of a person: the number of leads, and the visits and transfers of the newest. */
async function lookUp({ email, name }: KnownPerson): Promise<{ leads: number; visits: string[]; transfers: number }> {
  const page = await stage().newPageOf(people.acmeOwner, `/siteid/leads?search=${encodeURIComponent(email)}`)
  const links = page.getByRole('table', { name: 'Leads' }).getByRole('link', { name })
  await links.first().waitFor()
  const leads = await links.count()
  await links.first().click()
  const entries = page.getByRole('region', { name: 'Visits' }).getByRole('listitem')
  await entries.first().waitFor()
  const transfers = page.getByRole('region', { name: 'Money', exact: true }).getByRole('listitem')
  const visits = (await entries.allInnerTexts()).map((text) => text.split('\n')[0]!)
  const counts = { leads, visits, transfers: await transfers.count() }
  await page.close()
  return counts
}

const sentOf = async ({ email }: KnownPerson): Promise<number> => {
  const { mails, received } = await readDesk(stage().port)
  return (
    mails.filter(({ text }) => text.includes(email)).length + received.filter(({ body }) => body.includes(email)).length
  )
}

describe('The same campaign bills and sends nothing twice', () => {
  afterAll(() => moveClock(stage(), 'Back to now'))

  it('for a repeat visit, which only updates the timeline; after the window it makes a new lead', async () => {
    const person = personFor('the returning visitor')
    const visitor = await newVisitor()
    await comes(visitor, `/?hem=${person.md5}`)
    await expect.poll(() => sentOf(person)).toBe(2)
    expect(await lookUp(person)).toEqual({ leads: 1, visits: ['Lead'], transfers: 2 })

    await comes(visitor, '/prices')
    await comes(await newVisitor(), `/contact?hem=${person.md5}`)
    const expectation = { leads: 1, visits: ['Returning visitor', 'Returning visitor', 'Lead'], transfers: 2 }
    await expect.poll(() => lookUp(person)).toEqual(expectation)
    expect(await sentOf(person), 'mails and webhooks').toBe(2)

    await moveClock(stage(), '31 days ahead')
    await comes(visitor, '/services')
    const anew = { leads: 2, visits: ['Lead', 'Returning visitor', 'Returning visitor', 'Lead'], transfers: 2 }
    await expect.poll(() => lookUp(person)).toEqual(anew)
    await expect.poll(() => sentOf(person)).toBe(4)
  })

  it('and visitors become leads as usual after the clock is set back', async () => {
    await moveClock(stage(), '1 day ahead')
    const [ahead, back] = [personFor('the visitor of tomorrow'), personFor('the visitor of today')]
    await comes(await newVisitor(), `/?hem=${ahead.md5}`)
    expect(await lookUp(ahead)).toMatchObject({ leads: 1 })
    await moveClock(stage(), 'Back to now')
    await comes(await newVisitor(), `/?hem=${back.md5}`)
    expect(await lookUp(back)).toMatchObject({ leads: 1 })
  })
})
