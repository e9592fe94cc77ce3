import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId, deskHost } from '#demo/world.ts'
import { readDesk } from './support/desk.ts'
import { waitUntilSettled } from './support/look.ts'
import { people, type Login } from './support/people.ts'
import { personFor } from './support/persons.ts'
import { useStage } from './support/stage.ts'
import { visit } from './support/visit.ts'

const stage = useStage()
const within_ms = 2_000

/** Somebody's lead list, once it is subscribed to new leads. */
async function openLeads(login: Login): Promise<Page> {
  const page = await stage().newPageOf(login, '/siteid/leads')
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

const leads = (page: Page): Locator => page.getByRole('table', { name: 'Leads' })

describe('4. A visitor becomes a lead while others watch', () => {
  it('appears within two seconds in the client’s list and in the agency’s, without a reload', async () => {
    const [client, agency] = await Promise.all([openLeads(people.plumbright), openLeads(people.acmeOwner)])
    const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { neverReloaded: true }))
    await Promise.all([mark(client), mark(agency)])

    const arrival_ms = async (n: number): Promise<number> => {
      const person = personFor(`the live lead ${n}`)
      const visitor = await stage().newVisitor()
      const hitAt = await visit(visitor, `${stage().origin('plumbright.localhost')}/?hem=${person.md5}`)
      expect(visitor.url(), 'the hash is taken out of the address').not.toContain(person.md5)
      const arrivals = [client, agency].map((page) => leads(page).getByRole('link', { name: person.name }).waitFor())
      await Promise.all(arrivals)
      return Date.now() - hitAt
    }
    // The machine may be busy for a moment, so take the best of five.
    let best_ms = Infinity
    for (let n = 1; n <= 5 && best_ms >= within_ms; n++) best_ms = Math.min(best_ms, await arrival_ms(n))
    expect(best_ms, 'milliseconds from the hit to both screens').toBeLessThan(within_ms)
    for (const page of [client, agency]) expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  })

  it('updates the figures on its campaign’s page within seconds, which reloads them on a signal', async () => {
    const id = demoId('Plumbright Emergency plumbing site')
    const page = await stage().newPageOf(people.acmeOwner, `/siteid/campaign-management/${id}`)
    const tile = page.locator('main').getByText('Leads', { exact: true }).first().locator('xpath=../..')
    const count = async (): Promise<number> => Number(/^[\d,]+$/m.exec(await tile.innerText())![0].replaceAll(',', ''))
    await tile.waitFor()
    await waitUntilSettled(page)
    const before = await count()
    const person = personFor('the lead of the campaign’s page')
    await visit(await stage().newVisitor(), `${stage().origin('plumbright.localhost')}/?hem=${person.md5}`)
    await expect.poll(count, { timeout: 10_000 }).toBe(before + 1)
  })

  it('works from the demo desk’s links too, and another client sees nothing of it', async () => {
    const other = await openLeads(people.harborRealty)
    const client = await openLeads(people.plumbright)
    const visitor = await stage().newVisitor()
    await visitor.goto(stage().origin(deskHost))
    const { name } = (await readDesk(stage().port)).samples[0]!
    await visitor.getByRole('link', { name: `Visit Plumbright as ${name}` }).click()
    await leads(client).getByRole('link', { name }).waitFor()
    expect(await other.getByText(name).count()).toBe(0)
  })
})

describe('5. A lead is opened', () => {
  it('shows the person, the visits, why it matched, the rules it passed, and its transfers', async () => {
    const person = personFor('the opened lead')
    const visitor = await stage().newVisitor()
    await visit(visitor, `${stage().origin('plumbright.localhost')}/prices?hem=${person.md5}`)
    const page = await openLeads(people.acmeOwner)
    await page.getByRole('link', { name: person.name }).click()
    await page.getByRole('heading', { name: person.name }).waitFor()

    const part = (name: string) => page.getByRole('region', { name, exact: true })
    await part('Person').getByText(person.email).waitFor()
    await part('Person').getByText('Plumbright').waitFor()
    await part('Why it matched').getByText('Email hash (MD5) from the page or the site').waitFor()
    expect(await part('Why it matched').getByRole('meter').getAttribute('value')).toMatch(/^(0\.\d+|1)$/)
    await part('Visits').getByText('Plumbright · Prices').waitFor()
    for (const rule of ['No privacy signal', 'Not opted out', 'Within the limit'])
      await part('Rules it passed').getByText(rule).waitFor()
    await part('Rules it passed')
      .getByText(/^Number \d+ of 50 a day$/)
      .waitFor()

    const money = part('Money')
    await money.getByText('$1.25', { exact: true }).first().waitFor()
    const transfer = async (kind: string): Promise<string> =>
      money.getByRole('listitem').filter({ hasText: kind }).innerText()
    const retail = await transfer('Client to agency (retail)')
    expect([changeOf('Client’s account', retail), changeOf('Agency’s revenue', retail)]).toEqual([250, 250])
    const wholesale = await transfer('Agency to platform (wholesale)')
    expect([changeOf('Agency’s debt', wholesale), changeOf('Platform’s revenue', wholesale)]).toEqual([125, 125])
  })

  it('shows the client its own price and nothing of what the agency pays', async () => {
    const person = personFor('the lead as the client sees it')
    await visit(await stage().newVisitor(), `${stage().origin('plumbright.localhost')}/?hem=${person.md5}`)
    const page = await openLeads(people.plumbright)
    await page.getByRole('link', { name: person.name }).click()
    await page.getByText('Charged to you').waitFor()
    const text = await page.getByRole('main').innerText()
    expect(text).toContain('$2.50')
    expect(text).not.toMatch(/wholesale|\$1\.25|platform’s revenue/i)
  })
})

/** An account's change in cents, from the balances after its name: `$1.00 → $3.50`. */
function changeOf(account: string, text: string): number {
  const balances = [...text.split(account)[1]!.matchAll(/(-?)\$([\d,]+)\.(\d\d)/g)]
  const [before, after] = balances.map(([, sign, dollars, cents]) =>
    Number(`${sign}${dollars!.replaceAll(',', '')}${cents}`),
  )
  return Math.abs(after! - before!)
}
