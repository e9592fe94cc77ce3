import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { employers, workOf } from '#demo/companies.ts'
import { hashesOfEmail, nowhere, personAt } from '#demo/persons.ts'
import { demoSeed, regulars } from '#demo/world.ts'
import { newId } from '#server/platform/ids.ts'
import { agree } from './support/agree.ts'
import { addRecipient, choose, copySnippet, start } from './support/campaign.ts'
import { seeDelivered, seePrice } from './support/lead.ts'
import { waitUntilSettled, turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say, type Say } from './support/texts.ts'

const stage = useStage()

/** A demo person with this seniority, who works neither at the first company nor at one of the people before. */
function personWith(seniority: string, before = 0): { name: string; md5: string } {
  const domains = new Set<string>([employers[0]!.domain])
  for (let n = regulars.upTo - 1; n > regulars.from; n--) {
    const work = workOf(demoSeed, n)
    if (work['seniority'] !== seniority || domains.has(work['company_domain']!)) continue
    domains.add(work['company_domain']!)
    if (domains.size < before + 2) continue
    const { firstName, lastName, email } = personAt(demoSeed, n, nowhere)
    return { name: `${firstName} ${lastName}`, md5: hashesOfEmail(email).md5.toString('hex') }
  }
  throw new Error(`no person of the demo is ${seniority}`)
}

/** Sends a hit as a visitor's browser would from an office's IP address. */
function visitFrom(address: string, key: string, hash?: string): Promise<number> {
  const hex = (): string => newId(Date.now()).replaceAll('-', '')
  const body = JSON.stringify({
    i: hex(),
    k: key,
    t: 'view',
    u: 'https://offices.example/',
    r: '',
    d: 'Offices',
    v: hex(),
    s: hex(),
    ...(hash && { h: [hash] }),
  })
  return new Promise((resolve, fail) => {
    const headers = {
      'content-type': 'text/plain',
      origin: 'https://offices.example',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
    }
    const to = {
      host: '127.0.0.1',
      port: stage().port,
      path: '/collect',
      method: 'POST',
      localAddress: address,
      headers,
    }
    request(to, (answer) => resolve(answer.resume().statusCode!))
      .on('error', fail)
      .end(body)
  })
}

/** Creates a campaign for executives of software firms, after accepting the Service Agreement. */
async function makeB2bCampaign(page: Page, t: Say, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name: t('Build Your Campaign'), level: 1 })
  const exclusions = page.getByRole('textbox', { name: t('Excluded companies') })
  await agree(page, t)
  await heading.waitFor()
  await choose(page, t('Client'), 'Plumbright')
  await page.getByRole('textbox', { name: t('Campaign name') }).fill(name)
  await page.getByRole('textbox', { name: t('Site address') }).fill('https://offices.example/')
  await page.getByRole('textbox', { name: t('Job titles') }).fill('CFO\nChief Executive Officer')
  await choose(page, t('Seniority'), t('C-level'))
  await page.keyboard.press('Escape')
  await addRecipient(page, t)
  await exclusions.fill('no domain')
  await page.getByRole('button', { name: t('Create campaign') }).click()
  await expect.poll(() => exclusions.getAttribute('aria-invalid')).toBe('true')
  if (t('Client') === 'Client') await page.getByText(/no domain.* isn’t a valid domain\./).waitFor()
  await exclusions.fill('competitor.example')
  await page.getByRole('button', { name: t('Create campaign') }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

// R077: who may not manage campaigns cannot open the page that a module's name links to, so it links to another.
it('The sidebar tells a client that it is in B2B ID', async () => {
  const page = await stage().newPageOf(people.harborRealty, '/b2bid/leads')
  await page.getByRole('navigation').getByRole('link', { name: 'B2B ID' }).first().waitFor()
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Leads', exact: true }).count()).toBe(1)
  await page.close()
})

describe('A visit becomes a B2B ID lead', () => {
  it('from the draft to the delivered lead, by the visitor’s job or as a suggested contact', async () => {
    const name = 'Executives'
    const page = await stage().newPageOf(people.acmeOwner, '/b2bid/campaign-management/new')
    await makeB2bCampaign(page, say('en'), name)
    const profile = page.getByRole('region', { name: 'Customer profile' })
    await profile.getByText('C-level').waitFor()
    await profile.getByText('Chief Executive Officer').waitFor()
    const key = /\b[0-9a-z]{16}\b/.exec(await copySnippet(page))![0]
    await start(page)
    const fitting = personWith('C-level')
    expect(await visitFrom('127.0.0.1', key, fitting.md5)).toBe(204)
    expect(await visitFrom('127.0.0.1', key, personWith('Entry level').md5)).toBe(204)
    // Only the company of this IP address is known, not the person.
    expect(await visitFrom('127.70.1.9', key)).toBe(204)

    await page.goto(`${stage().origin('acme.localhost')}/b2bid/visits`)
    const visits = page.getByRole('table', { name: 'Visits' })
    await visits.getByText('Outside the profile').first().waitFor()
    await page.goto(`${stage().origin('acme.localhost')}/b2bid/leads`)
    const leads = page.getByRole('table', { name: 'Leads' })
    await leads.getByRole('link', { name: fitting.name }).click()
    await page.getByRole('region', { name: 'Advance information' }).getByText('Job title').waitFor()
    await page.getByText('Rules required: 2 of 2').waitFor()
    await page.getByRole('region', { name: 'Money', exact: true }).getByText('Client to agency (retail)').waitFor()
    await seeDelivered(page, say('en'))

    await page.goBack()
    await leads.getByText('Suggested contact at a visiting company').first().click()
    await page.getByText('IP range of the visiting company').waitFor()
    await page.getByText('Suggested contact at a visiting company').first().waitFor()

    // A company without earlier visits that visits five times is surging.
    for (let n = 0; n < 5; n++) expect(await visitFrom('127.70.1.9', key)).toBe(204)
    await page.goto(`${stage().origin('acme.localhost')}/b2bid/dashboard`)
    const surging = page.getByRole('table', { name: 'Surging companies' }).getByRole('row', { name: /Plumbright/ })
    const isThere = async (): Promise<boolean> => {
      await page.reload()
      await waitUntilSettled(page)
      return (await surging.count()) > 0
    }
    await expect.poll(isThere, { timeout: 60_000, interval: 1_000 }).toBe(true)
    await surging.first().getByText('New').waitFor()
  })

  it('that is created, started, and billed in Arabic', async () => {
    const t = say('ar')
    const name = 'Executives in Arabic'
    const page = await stage().newPageOf(people.acmeOwner, '/b2bid/campaign-management/new')
    await turnLanguage(page, 'ar')
    await makeB2bCampaign(page, t, name)
    const key = /\b[0-9a-z]{16}\b/.exec(await copySnippet(page, 'Script', t))![0]
    await start(page, t)
    const fitting = personWith('C-level', 1)
    expect(await visitFrom('127.0.0.1', key, fitting.md5)).toBe(204)
    await page.goto(`${stage().origin('acme.localhost')}/b2bid/leads`)
    await page
      .getByRole('table', { name: t('Leads') })
      .getByRole('link', { name: fitting.name })
      .click()
    await page
      .getByRole('region', { name: t('Advance information') })
      .getByText(t('Job title'))
      .waitFor()
    await seePrice(page, t)
    await seeDelivered(page, t)
    await turnLanguage(page, 'en')
  })

  it('that shows its history, its reasons, and its suggested contacts in Arabic', async () => {
    const t = say('ar')
    const page = await stage().newPageOf(people.harborRealty, '/b2bid/leads')
    await turnLanguage(page, 'ar')
    await page
      .getByRole('table', { name: t('Leads') })
      .getByText(t('Suggested contact at a visiting company'))
      .first()
      .waitFor()
  })
})
