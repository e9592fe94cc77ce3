import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { choose, copySnippet, makeCampaign, newCampaign, start } from './support/campaign.ts'
import { readDesk } from './support/desk.ts'
import { people } from './support/people.ts'
import { Shop } from './support/shop.ts'
import { useStage } from './support/stage.ts'
import { visit } from './support/visit.ts'

const stage = useStage()
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(inject('shopPort'))
})
afterAll(() => shop.close())

/** A client without a card pays for leads in advance, and its agency records the payment. */
async function prepay(page: Page): Promise<void> {
  const prepaid = page.getByRole('region', { name: 'Prepaid leads' })
  await prepaid.getByRole('textbox', { name: 'Leads per top-up' }).fill('100')
  const sum = await prepaid.getByText(/^100 × .* per top-up$/).innerText()
  const amount = /= \P{Sc}*(\$[\d,.]+)/u.exec(sum)![1]!
  await prepaid.getByRole('button', { name: 'Save top-up' }).click()
  const question = page.getByRole('dialog', { name: `Top up ${amount}?` })
  await question.getByText(/^The client is charged this amount/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await question.getByRole('button', { name: 'Save top-up' }).click()
  await question.waitFor({ state: 'detached' })
  // A job opens its charge and finds no card.
  const pay = prepaid.getByRole('button', { name: 'Mark as paid' })
  await expect
    .poll(async () => {
      await page.reload()
      await prepaid.getByText('Last top-up').waitFor()
      return prepaid.getByText(/No card on file\.$/).count()
    })
    .toBe(1)
  await pay.click()
  const dialog = page.getByRole('dialog', { name: 'Mark this charge as paid?' })
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await prepaid.getByText(/Paid manually$/).waitFor()
  await prepaid.getByText(amount, { exact: true }).waitFor()
  expect(await pay.count()).toBe(0)
}

describe('2. The agency creates a Site ID campaign for a client', () => {
  it('that keeps every field of the form as typed, and provides the pixel’s code', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    await page.getByRole('link', { name: 'Cedar Dental' }).click()
    await page.getByRole('link', { name: 'New campaign' }).first().click()
    await page.getByRole('textbox', { name: 'Campaign name' }).fill('Whitening week')
    await page.getByRole('textbox', { name: 'Site address' }).fill('https://www.cedardental.example')
    await page.getByText('cedardental.example', { exact: false }).first().waitFor()
    await page.getByLabel('Start date').fill('2026-01-05')
    await page.getByLabel('End date').fill('2099-12-31')
    await choose(page, 'Time zone', /Denver/, 'Denver')
    await page.getByRole('radio', { name: 'State' }).check()
    await choose(page, 'States', 'Colorado')
    await choose(page, 'States', 'Utah')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Phone number', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Home address' }).check()
    await choose(page, 'Create a new lead', 'After 3 months')
    await choose(page, 'Limit', 'Per day')
    await page.getByRole('textbox', { name: 'Maximum leads' }).fill('25')
    await page.getByRole('textbox', { name: 'Retail price per lead' }).fill('3.75')
    const recipients = page.getByRole('combobox', { name: 'Email addresses' })
    for (const address of ['front-desk@cedar.test', 'owner@cedar.test']) {
      await recipients.fill(address)
      await recipients.press('Enter')
    }
    await page
      .getByRole('textbox', { name: 'Additional site URLs', exact: true })
      .fill('https://shop.cedardental.example/')
    const goals = page.getByRole('combobox', { name: 'Events that are goals', exact: true })
    await goals.fill('booked')
    await goals.press('Enter')
    await page.getByRole('textbox', { name: 'IP addresses', exact: true }).fill('198.51.100.0/24\n2001:DB8:1::/48')
    await page.getByRole('textbox', { name: 'Only these pages', exact: true }).fill('/whitening*\n/prices')
    const leftOut = page.getByRole('textbox', { name: 'Not these pages', exact: true })
    await leftOut.fill('/careers\nhttps://cedardental.example/jobs')
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await page.getByText(/https:\/\/cedardental.example\/jobs\W* isn’t a valid page\./).waitFor()
    await leftOut.fill('/careers\n\n*.cedardental.example/jobs*')
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await page.getByRole('heading', { name: 'Whitening week', level: 1 }).waitFor()

    const settings = page.getByRole('region', { name: 'Settings' })
    for (const text of [
      'Colorado, Utah',
      '/whitening*, /prices',
      'booked',
      'shop.cedardental.example',
      '198.51.100.0/24, 2001:db8:1::/48',
      '/careers, *.cedardental.example/jobs*',
      'Denver',
      'Phone number, Home address',
      'After 3 months',
      'front-desk@cedar.test, owner@cedar.test',
    ])
      await settings.getByText(text).waitFor()
    await page.getByText('Limit 25/day').waitFor()
    await page.getByText('$3.75').first().waitFor()
    const first = await copySnippet(page)
    expect(first).toMatch(
      new RegExp(`^<script async src="${stage().origin('acme.localhost')}/px.js" data-key="[a-z0-9]{16}"></script>$`),
    )
    await page.getByRole('combobox', { name: 'Site', exact: true }).click()
    await page.getByRole('option', { name: 'https://shop.cedardental.example/', exact: true }).click()
    expect(await findBarriers(page)).toEqual([])
    await page.reload()
    expect(await copySnippet(page)).toBe(first)
  })

  it('for a new client, whose first person is invited in the agency’s name', async () => {
    const email = 'june@juniper.test'
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    await page.getByRole('button', { name: 'Add client' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add client' })
    await dialog.getByLabel('Company name').fill('Juniper Joinery')
    await dialog.getByLabel('Full name').fill('June Juniper')
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByRole('button', { name: 'Add client' }).click()
    await page.getByText('Data has been added successfully').waitFor()
    const invitation = async () => (await readDesk(stage().port)).mails.find(({ to }) => to.includes(email))
    await expect.poll(async () => (await invitation())?.text, { timeout: 45_000 }).toMatch(/http:\S*acme\.localhost\S*/)
    expect((await invitation())!.from).toContain('Acme Growth')

    await page.goto(stage().origin(people.acmeOwner.host) + newCampaign)
    await makeCampaign(page, { client: 'Juniper Joinery', name: 'Joinery visitors', site: shop.address }, async () => {
      await choose(page, 'Create a new lead', 'After 1 month')
      await choose(page, 'Limit', 'Per day')
      await page.getByRole('textbox', { name: 'Maximum leads' }).fill('10')
    })
    await page.getByText('Limit 10/day').waitFor()
    await start(page)
    await prepay(page)
  })

  it('with a list of ZIP codes from a spreadsheet, reporting those that do not exist', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    stage().allow(page, /status of 422/)
    const name = 'Around the corner'
    await makeCampaign(page, { client: 'Cedar Dental', name, site: shop.address }, async () => {
      await page.getByRole('radio', { name: 'Zip Code' }).check()
      await page.evaluate(() => navigator.clipboard.writeText('60601\t60602\n00000, 60601'))
      await page.getByRole('textbox', { name: 'ZIP codes' }).focus()
      await page.keyboard.press('ControlOrMeta+v')
      await page.getByText('3 ZIP codes · 1 repeated').waitFor()
      await page.getByRole('button', { name: 'Create campaign' }).click()
      await page.getByText('These ZIP codes do not exist: 00000').waitFor()
      await page.getByRole('button', { name: 'Remove them from the list' }).click()
      // R131: C036 autocompletes cities after three letters.
      await page.getByRole('combobox', { name: 'Add a city' }).fill('Cicero, I')
      await page.getByRole('option', { name: /^Cicero, IL/ }).click()
      await page.getByText(/^2 ZIP codes/).waitFor({ state: 'detached' })
    })
    await page.getByRole('region', { name: 'Settings' }).getByText('3 ZIP codes').waitFor()
  })

  it('and sorts clients into groups, and links a campaign to an outside organization', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    await page.getByRole('button', { name: 'Client groups' }).click()
    const groups = page.getByRole('dialog', { name: 'Client groups' })
    await groups.getByRole('textbox', { name: 'Name of the new group' }).fill('Teeth <b>only</b>')
    await groups.getByRole('button', { name: 'Add group' }).click()
    await groups.getByRole('button', { name: 'Teeth <b>only</b> no clients' }).waitFor()
    await groups.getByRole('combobox', { name: /^Add a client to/ }).fill('dental')
    await page.getByRole('option', { name: 'Cedar Dental' }).click()
    await groups.getByRole('button', { name: 'Teeth <b>only</b> 1 client' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await groups.getByRole('button', { name: /^Remove .Teeth/ }).click()
    // A double click removes only one.
    await page.getByRole('button', { name: 'Remove group' }).dblclick()
    await page.getByText('Deleted!').waitFor()

    await page.goto(`${stage().origin('acme.localhost')}/Client`)
    await page.getByRole('button', { name: 'Add organization' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add organization' })
    await dialog.getByRole('combobox', { name: 'Client' }).fill('dental')
    await page.getByRole('option', { name: 'Cedar Dental' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Molar Mail')
    await dialog.getByRole('button', { name: 'Add a campaign' }).click()
    await dialog.getByRole('textbox', { name: 'Name of campaign 1' }).fill('Recall cards')
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add organization' }).click()
    await page.getByRole('table').getByText('Molar Mail').waitFor()
    // R027, T005: /campaign-setup.
    await page.goto(`${stage().origin('acme.localhost')}/campaign-setup`)
    await page.getByRole('heading', { name: 'Build Your Campaign', level: 1 }).waitFor()
    await makeCampaign(page, { client: 'Cedar Dental', name: 'For the post', site: shop.address }, async () => {
      await choose(page, 'Organization', 'Molar Mail')
      await choose(page, 'External campaign', 'Recall cards')
    })
    await page.goto(`${stage().origin('acme.localhost')}/Client`)
    await page.getByRole('button', { name: /^Leads for .Molar Mail/ }).click()
    await page.getByRole('link', { name: 'For the post' }).waitFor()
    // An open tooltip is outside all landmarks, so move the pointer off its button.
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    expect(await findBarriers(page)).toEqual([])
  })

  it('and is warned before unsaved input is discarded', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await page.getByRole('textbox', { name: 'Campaign name' }).fill('Half a campaign')
    await page.getByRole('link', { name: 'Client Management' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByRole('textbox', { name: 'Campaign name' }).inputValue()).toBe('Half a campaign')
    await page.getByRole('link', { name: 'Client Management' }).click()
    await dialog.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { name: 'Client Management', level: 1 }).waitFor()
  })
})

/** The platforms that sites are built with, and a phrase of each installation guide. */
const guides = {
  WordPress: 'such as WPCode',
  Shopify: 'theme.liquid',
  Webflow: 'publish the site',
  Wix: 'choose Add custom code',
  Squarespace: 'Code injection',
  'Google Tag Manager': 'Import container',
}

describe('3. Verifying the installation', () => {
  it('reads the site’s page, waits for a hit, and starts the campaign', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await makeCampaign(page, { client: 'Cedar Dental', name: 'Two proofs', site: shop.address })
    const install = page.getByRole('region', { name: 'Install the pixel' })

    shop.head = ''
    await install.getByRole('button', { name: 'Check the page' }).click()
    await install.getByText('Not found').waitFor()
    shop.head = await copySnippet(page)
    await install.getByRole('button', { name: 'Check again' }).click()
    await install.getByText('The pixel is on the page.').waitFor()

    await install.getByText('Waiting for a hit').waitFor()
    const visitor = await stage().newVisitor()
    await visit(visitor, shop.address)
    await install.getByText('The pixel is running.').waitFor()

    await install.getByRole('textbox', { name: 'Page to preview', exact: true }).fill(`${shop.address}/shoes`)
    await install.getByRole('button', { name: 'Create a link', exact: true }).click()
    const link = install.getByRole('link', { name: 'Open the page', exact: true })
    expect(await findBarriers(page)).toEqual([])
    await visitor.goto((await link.getAttribute('href'))!)
    const panel = visitor.locator('#lid-debugger')
    for (const text of ['Two proofs', 'Draft: hits are stored but don’t become leads.', 'Nothing blocks its hits.'])
      await panel.getByText(text, { exact: true }).waitFor()
    await panel.getByText('Stored', { exact: true }).waitFor()
    expect(new URL(visitor.url()).hash).toBe('')

    await start(page)
    await page.getByText('Active', { exact: true }).first().waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()

    // A second test within a minute is refused, in the specification's words.
    await page.getByRole('button', { name: 'Send test lead' }).click()
    await page.getByRole('link', { name: 'Open the test lead' }).waitFor()
    stage().allow(page, /status of 429/)
    await page.getByRole('button', { name: 'Send test lead' }).click()
    await page.getByText('You can only attempt this test once every minute. Please try again later.').waitFor()
  })

  it('has guides for six kinds of sites, a container to import, and an email to the web developer', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await makeCampaign(page, { client: 'Cedar Dental', name: 'Guided', site: shop.address })
    const key = /\b[0-9a-z]{16}\b/.exec(await copySnippet(page))![0]
    const install = page.getByRole('region', { name: 'Install the pixel' })
    for (const [kind, words] of Object.entries(guides)) {
      await install.getByRole('combobox', { name: 'Guide for', exact: true }).click()
      await page.getByRole('option', { name: kind, exact: true }).click()
      await install
        .getByRole('list', { name: `Guide for ${kind}`, exact: true })
        .getByText(words)
        .waitFor()
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      install.getByRole('button', { name: 'Download the Tag Manager container', exact: true }).click(),
    ])
    const container = readFileSync(await file.path(), 'utf8')
    expect(JSON.parse(container)).toMatchObject({ exportFormatVersion: 2 })
    expect(container).toContain(key)
    const mail = await install
      .getByRole('link', { name: 'Email it to the developer', exact: true })
      .getAttribute('href')
    expect(mail).toMatch(/^mailto:\?subject=/)
    expect(decodeURIComponent(mail!)).toContain(key)
  })

  it('finds the pixel on the demo client’s site, which always has it', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/campaign-management?search=Emergency')
    await page.getByRole('link', { name: 'Emergency plumbing site' }).click()
    const install = page.getByRole('region', { name: 'Install the pixel' })
    await install.getByRole('button', { name: /^Check/ }).click()
    await install.getByText('The pixel is on the page.').waitFor()
    await visit(await stage().newVisitor(), stage().origin('plumbright.localhost'))
    await install.getByText('The pixel is running.').waitFor()
  })

  it('says why a campaign without a site cannot be started', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    stage().allow(page, /status of (409|422)/)
    await makeCampaign(page, { client: 'Cedar Dental', name: 'No site yet', site: '' })
    const missing = 'The site address is missing.'
    await page.getByText(missing).first().waitFor()
    await page.getByRole('link', { name: 'Edit campaign' }).first().click()
    await page.getByRole('textbox', { name: 'Site address' }).fill(shop.address)
    await page.getByRole('button', { name: 'Save campaign' }).click()
    await start(page)
    expect(await page.getByText(missing).count()).toBe(0)
  })
})
