import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { services, type ServiceSlug } from '#contract/integrations/services.ts'
import { readDesk } from './support/desk.ts'
import { people } from './support/people.ts'
import { personFor, type KnownPerson } from './support/persons.ts'
import { addSecondPage } from './support/second-page.ts'
import { useStage } from './support/stage.ts'
import { setAppearance } from './support/look.ts'
import { say } from './support/texts.ts'
import { visit } from './support/visit.ts'

const stage = useStage()

async function becomesLead(person: KnownPerson): Promise<void> {
  await visit(await stage().newVisitor(), `${stage().origin('plumbright.localhost')}/?hem=${person.md5}`)
}

/** Has the site's own code ask by our banner, as a client without a consent platform chooses it. */
const askFirst = (visitor: Page): Promise<unknown> =>
  visitor.addInitScript(() => {
    const ask = (): void => document.querySelector('script[data-key]')?.setAttribute('data-consent', 'ask')
    new MutationObserver(ask).observe(document, { childList: true, subtree: true })
  })

const campaign = 'Emergency plumbing site'

/** Sends the campaign's leads to the service whose page is open. `pick` makes the choices there. */
async function sendHere(page: Page, pick: () => Promise<void> = async () => undefined): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Send leads of .*${campaign}`) }).click()
  await pick()
  await page.getByRole('dialog').getByRole('button', { name: 'Send leads here' }).click()
  await page.getByText('Changes saved successfully').first().waitFor()
}

/** Chooses one of a service's options in the open dialog. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label).first().click()
  await page.getByRole('option', { name: option }).click()
  await page.keyboard.press('Escape')
}

/** Connects with pasted credentials and sends the campaign's leads to the service. */
async function connect(
  page: Page,
  slug: ServiceSlug,
  secrets: Record<string, string>,
  pick?: () => Promise<void>,
): Promise<void> {
  await page.goto(`${stage().origin('acme.localhost')}/integrations/${slug}`)
  for (const [label, value] of Object.entries(secrets))
    await page.getByRole('main').getByLabel(label, { exact: false }).first().fill(value)
  await page.getByRole('button', { name: `Connect ${services[slug].name}` }).click()
  await page.getByText('Connected', { exact: true }).first().waitFor()
  await sendHere(page, pick)
}

async function takeBack(page: Page, { name }: KnownPerson): Promise<void> {
  await page.goto(`${stage().origin('acme.localhost')}/siteid/leads`)
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Take back lead' }).click()
  await page
    .getByRole('dialog', { name: 'Take back this lead?' })
    .getByRole('button', { name: 'Take back lead' })
    .click()
}

/** Creates a tag in the account from the open dialog, which chooses it. */
async function makeTag(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New tag').fill(name)
  await dialog.getByRole('button', { name: 'Create tag' }).click()
  await dialog.getByText(name, { exact: true }).waitFor()
}

describe('12. A client connects its tools', () => {
  it('with a key: a wrong one is rejected, then a lead is on the chosen list', async () => {
    const person = personFor('the lead of an email list')
    const { services: keys } = await readDesk(stage().port)
    const page = await stage().newPageOf(people.plumbright)
    await page.getByRole('button', { name: /Pat Lumley/ }).click()
    await page.getByRole('menuitem', { name: 'Integrations' }).click()
    await page.getByRole('link', { name: 'SendGrid' }).click()
    stage().allow(page, /422/)
    await page.getByLabel('API key').fill('SG.mistyped')
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('The service rejected this. Check that you copied all of it.').waitFor()
    await page.getByLabel('API key').fill(keys['SendGrid']!)
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('Connected', { exact: true }).first().waitFor()
    expect(await page.content()).not.toContain(keys['SendGrid'])

    await sendHere(page, async () => {
      await choose(page, 'Lists', 'New leads')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
      const question = page.getByRole('dialog', { name: 'Leave without saving?', exact: true })
      await question.getByRole('button', { name: 'Keep editing', exact: true }).click()
      await question.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Preview a lead' }).click()
      await page.getByText('first_name').waitFor()
      await page.getByRole('button', { name: 'Send a test' }).click()
      await page.getByText('The test arrived.').waitFor()
    })
    await becomesLead(person)
    await page.goto(`${stage().origin('acme.localhost')}/siteid/deliveries`)
    const row = page.getByRole('row').filter({ hasText: person.name }).filter({ hasText: 'SendGrid' })
    await row.getByText('Delivered').waitFor()
  })

  it('chooses among all campaigns, however many there are', async () => {
    const page = await stage().newPageOf(people.plumbright, '/integrations/sendgrid')
    await addSecondPage(page, '/leadspeek/client/')
    await page.reload()
    const line = page.getByRole('listitem').filter({ hasText: campaign })
    await line.waitFor()
    await page.getByRole('button', { name: 'Page 2' }).click()
    await line.waitFor({ state: 'detached' })
  })

  it('with OAuth: a sheet is created with the first lead, and can be checked', async () => {
    const person = personFor('the lead of a sheet')
    const page = await stage().newPageOf(
      people.plumbright,
      '/integrations/googlesheets?error=access_denied&state=refused',
    )
    await page.getByText('Access was denied or has expired. Start again.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('button', { name: 'Continue to Google Sheets' }).click()
    await page.getByText('sheets@plumbright.test').waitFor()
    expect(new URL(page.url()).search).toBe('')

    await sendHere(page, async () => {
      await page.getByRole('button', { name: 'Send a test' }).click()
      await page.getByText('The test arrived.').waitFor()
    })
    await becomesLead(person)
    await page.goto(`${stage().origin('acme.localhost')}/siteid/deliveries`)
    const row = page.getByRole('row').filter({ hasText: person.name }).filter({ hasText: 'Google Sheets' })
    await row.getByText('Delivered').waitFor()
    await page.goto(`${stage().origin('acme.localhost')}/integrations/googlesheets`)
    await page.getByRole('button', { name: new RegExp(`^Edit what .*${campaign}`) }).click()
    await page.getByRole('button', { name: 'Check the sheet' }).click()
    await page.getByRole('link', { name: 'Open the sheet' }).waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Delivered' }).first().waitFor()
    await page.getByRole('button', { name: 'Reset the sheet' }).click()
    const question = page.getByRole('dialog', { name: 'Reset the sheet?' })
    await question.getByRole('button', { name: 'Reset the sheet' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Check the sheet' }).click()
    await page.getByRole('link', { name: 'Open the sheet' }).waitFor()
  })

  it('with OAuth by its agency: a refused consent is said, and the agency stays at its client', async () => {
    const client = demoId('Plumbright')
    const page = await stage().newPageOf(people.acmeOwner, `/integrations/highlevel?client=${client}`)
    await page.getByRole('button', { name: 'Continue to HighLevel' }).waitFor()
    await page.evaluate((id) => sessionStorage.setItem('integrations-company', id), client)
    await page.goto(`${stage().origin(people.acmeOwner.host)}/integrations/highlevel?error=access_denied&state=refused`)
    await page.getByText('Access was denied or has expired. Start again.').waitFor()
    expect(new URL(page.url()).search).toBe(`?client=${client}`)
  })

  it('with its agency’s account: a campaign starts from its defaults and previews its own fields', async () => {
    const { services: keys } = await readDesk(stage().port)
    const page = await stage().newPageOf(people.acmeOwner, '/integrations/sendgrid')
    await page.getByLabel('API key').fill(keys['SendGrid']!)
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    const defaults = page.getByRole('region', { name: 'Campaigns start from' })
    await defaults.getByLabel('Lists').first().click()
    await page.getByRole('option', { name: 'Winter offer' }).click()
    await page.keyboard.press('Escape')
    await defaults.getByRole('button', { name: 'Add field' }).click()
    // Connecting has shown the same notice.
    await Promise.all([
      page.waitForResponse('**/api/saveintegration'),
      defaults.getByRole('button', { name: 'Save defaults' }).click(),
    ])

    const campaignId = demoId('Harbor Realty Open house weekends')
    await page.goto(
      `${stage().origin(people.acmeOwner.host)}/siteid/campaign-management/${campaignId}?tab=destinations`,
    )
    await page.getByRole('button', { name: 'Send to a service' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send leads to a service' })
    await dialog.getByLabel('Service', { exact: true }).click()
    await page.getByRole('option', { name: 'SendGrid (agency account)' }).click()
    await dialog.getByText('Winter offer', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Preview a lead' }).click()
    // The id of the account's own field, and what the lead has for it.
    await dialog.getByText('w1', { exact: true }).waitFor()
    await dialog.getByText('Open house weekends', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Send leads here' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Remove .*SendGrid/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop sending' }).click()
    await page.getByRole('button', { name: /^Remove .*SendGrid/ }).waitFor({ state: 'detached' })

    await page.goto(`${stage().origin(people.acmeOwner.host)}/integrations/sendgrid`)
    await page.getByRole('button', { name: 'Disconnect SendGrid' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByRole('button', { name: 'Connect SendGrid' }).waitFor()
  })

  it('all of them: a lead arrives at each, and is taken back from each', async () => {
    const person = personFor('the lead that is taken back')
    const { services: keys } = await readDesk(stage().port)
    const page = await stage().newPageOf(people.plumbright)
    const partsOf = (service: string): string[] => keys[service]!.split(' / ')
    const [kartraKey, kartraPassword] = partsOf('Kartra')
    const [workspace, funnelKey] = partsOf('ClickFunnels 2.0')
    await connect(page, 'kartra', { 'API key': kartraKey!, 'API password': kartraPassword! }, () =>
      choose(page, 'Lists', 'Newsletter'),
    )
    await connect(page, 'clickfunnels', { Workspace: workspace!, 'API key': funnelKey! }, async () => {
      await choose(page, 'Tags', 'Hot')
      await makeTag(page, 'Emergency')
    })
    await connect(page, 'zapier', { 'Webhook address': keys['Zapier']! })
    await connect(page, 'mailboxpower', { 'API key': keys['Mailbox Power']! })
    await page.goto(`${stage().origin('acme.localhost')}/integrations/highlevel`)
    await page.getByRole('button', { name: 'Continue to HighLevel' }).click()
    await page.getByText('Connected', { exact: true }).first().waitFor()
    await sendHere(page, () => choose(page, 'Tags', 'Website'))
    // The campaign sends to the first two since the journeys above.
    const services = ['SendGrid', 'Google Sheets', 'Kartra', 'ClickFunnels 2.0', 'Zapier', 'Mailbox Power', 'HighLevel']

    await becomesLead(person)
    const holders = async (): Promise<string[]> => {
      const { held } = await readDesk(stage().port)
      return services.filter((name) => held[name]!.includes(person.email))
    }
    await expect.poll(holders, { timeout: 30_000 }).toEqual(services)
    // On a fast machine five connections alone are most of the calls of a minute.
    await stage().waitForRoom(people.plumbright)
    await takeBack(page, person)
    const copies = page.getByRole('region', { name: 'Copies of this lead' })
    await copies.getByRole('button', { name: 'Mark as removed from Mailbox Power' }).waitFor()
    // Mailbox Power has no known way to remove a contact.
    await expect.poll(holders, { timeout: 30_000 }).toEqual(['Mailbox Power'])

    await page.goto(`${stage().origin('acme.localhost')}/siteid/deliveries`)
    const byHand = page.getByRole('region', { name: 'Remove manually' })
    await byHand.getByRole('link', { name: person.name }).first().waitFor()
    await byHand.getByRole('button', { name: 'Mark as removed from Mailbox Power' }).click()
    await byHand.getByRole('button', { name: 'Mark as removed from Mailbox Power' }).waitFor({ state: 'hidden' })
  })

  it('a visitor who allowed it on the site takes it back: the browser is unknown again, and tools delete the person', async () => {
    const person = personFor('the visitor who takes consent back')
    const visitor = await stage().newVisitor()
    await askFirst(visitor)
    await visitor.goto(`${stage().origin('plumbright.localhost')}/?hem=${person.md5}`)
    const holds = async (): Promise<boolean> => (await readDesk(stage().port)).held['SendGrid']!.includes(person.email)
    await visitor.getByRole('button', { name: 'Allow', exact: true }).click()
    await expect.poll(holds, { timeout: 30_000 }).toBe(true)
    const isKnown = async () => (await visitor.context().cookies()).some(({ name }) => name === '_lid')
    expect(await isKnown()).toBe(true)

    await visitor.getByRole('button', { name: 'Privacy choices' }).click()
    await visitor.getByRole('button', { name: 'Do not allow' }).click()
    await expect.poll(holds, { timeout: 30_000 }).toBe(false)
    expect(await isKnown()).toBe(false)
    const page = await stage().newPageOf(people.plumbright, '/siteid/leads')
    await page.getByRole('link', { name: person.name }).click()
    const copies = page.getByRole('region', { name: 'Copies of this lead' })
    await copies.getByText('Removed', { exact: true }).first().waitFor()
  })

  it('its own system: connected with a header, fields sent under its own names, taken back, removed', async () => {
    // On a fast machine this journey makes the 300 calls that one person may make in a minute: the rest waits for the next.
    await stage().waitForRoom(people.plumbright, 100)
    const person = personFor('the lead of a custom integration')
    const { services: keys } = await readDesk(stage().port)
    const [address, header, key] = keys['Custom integration']!.split(' / ')
    const page = await stage().newPageOf(people.plumbright, '/integrations')
    await page.getByRole('link', { name: 'Add custom integration' }).first().click()
    await page.getByLabel('Name', { exact: false }).first().fill('Our own CRM')
    await page.getByLabel('Address').fill(address!)
    await page.getByRole('button', { name: 'Add header' }).click()
    await page.getByLabel('Header name').fill('Host')
    await page.getByLabel('Header value').fill(key!)
    stage().allow(page, /422/)
    await page.getByRole('button', { name: 'Add integration' }).click()
    await page.getByText('We set this header. Choose another one.').first().waitFor()
    await page.getByLabel('Header name').fill(header!)
    await page.getByRole('button', { name: 'Add integration' }).click()
    await page.getByRole('heading', { name: 'Our own CRM', level: 1 }).waitFor()
    expect(await page.content()).not.toContain(key)

    await sendHere(page, async () => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Add field' }).click()
      await dialog.getByLabel('Lead field').click()
      await page.getByRole('option', { name: 'Email', exact: true }).click()
      await dialog.getByLabel('Sent as').fill('email')
      await dialog.getByRole('button', { name: 'Preview a lead' }).click()
      await dialog.getByText('lead.created').waitFor()
      await dialog.getByRole('button', { name: 'Send a test' }).click()
      await dialog.getByText('The test arrived.').waitFor()
    })
    await becomesLead(person)
    const holds = async (): Promise<boolean> =>
      (await readDesk(stage().port)).held['Custom integration']!.includes(person.email)
    await expect.poll(holds, { timeout: 15_000 }).toBe(true)
    await takeBack(page, person)
    await expect.poll(holds, { timeout: 15_000 }).toBe(false)

    await page.goto(`${stage().origin('acme.localhost')}/integrations`)
    await page.getByRole('link', { name: 'Our own CRM' }).click()
    await page.getByRole('button', { name: 'Remove integration' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove integration' }).click()
    await page.getByText('No custom integrations yet').waitFor()
  })

  it('to a channel: what everybody there may read is chosen, and a lead arrives', async () => {
    const person = personFor('the lead of a channel')
    const { services: keys } = await readDesk(stage().port)
    const page = await stage().newPageOf(people.plumbright)
    await connect(page, 'slack', { 'Webhook address': keys['Slack']! }, async () => {
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Name, place and page are sent.', { exact: false }).waitFor()
      await dialog.getByRole('button', { name: 'Add field' }).click()
      await dialog.getByLabel('Lead field').click()
      await page.getByRole('option', { name: 'Email', exact: true }).click()
      await dialog.getByLabel('Sent as').fill('Write to')
    })
    await becomesLead(person)
    const holds = async (): Promise<boolean> => (await readDesk(stage().port)).held['Slack']!.includes(person.email)
    await expect.poll(holds, { timeout: 15_000 }).toBe(true)
  })

  it('in Arabic too, and disconnects one', async () => {
    const ar = say('ar')
    const page = await stage().newPageOf(people.plumbright, '/integrations', { width: 360 })
    await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor()
    await setAppearance(page, 'ar', 'light')
    await page.getByText(ar(services.sendgrid.purpose)).waitFor()
    await page.getByRole('link', { name: 'SendGrid' }).click()
    await page.getByRole('button', { name: ar('Disconnect {name}', { name: 'SendGrid' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ar('Disconnect'), exact: true })
      .click()
    await page.getByText(ar('Disconnected'), { exact: true }).first().waitFor()

    await page.goto(`${stage().origin('acme.localhost')}/integrations/googlesheets`)
    await page.getByRole('button', { name: ar('Check connection') }).click()
    await page.getByText(ar('The connection works.')).waitFor()
    await page.getByRole('button', { name: ar('Disconnect {name}', { name: 'Google Sheets' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ar('Disconnect'), exact: true })
      .click()
    await page.getByRole('button', { name: ar('Continue to {name}', { name: 'Google Sheets' }) }).waitFor()
    await setAppearance(page, 'en', 'light')
    await page.getByRole('button', { name: 'Continue to Google Sheets' }).waitFor()
  })
})
