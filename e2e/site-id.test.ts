import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copySnippet, edit, makeCampaign, newCampaign, openPart, start } from './support/campaign.ts'
import { readDesk } from './support/desk.ts'
import { seeWhyAndMoney } from './support/lead.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { personFor } from './support/persons.ts'
import { Shop } from './support/shop.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'
import { visit } from './support/visit.ts'
import { world } from './support/world.ts'

const stage = useStage()
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(world().shopPort)
})
afterAll(() => shop.close())

describe.each(['en', 'ar'] as const)('A visit becomes a Site ID lead (%s)', (locale) => {
  const t = say(locale)

  it('from the draft to the delivered lead', async () => {
    const name = `Visits of the journey ${locale}`
    const mailTo = `leads-${locale}@cedardental.test`
    const person = personFor(name)
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await turnLanguage(page, locale)
    const addRecipient = async (): Promise<void> => {
      await page.getByRole('combobox', { name: t('Email addresses') }).fill(mailTo)
      await page.keyboard.press('Enter')
    }
    await makeCampaign(page, { client: 'Cedar Dental', name, site: shop.address }, addRecipient, t)
    shop.head = await copySnippet(page, 'Script', t)
    await start(page, t)
    await visit(await stage().newVisitor(), `${shop.address}/?hem=${person.md5}`)

    await page.goto(`${stage().origin('acme.localhost')}/siteid/leads`)
    await page
      .getByRole('table', { name: t('Leads') })
      .getByRole('link', { name: person.name })
      .click()
    await seeWhyAndMoney(page, t)
    const hasMail = async (): Promise<boolean> =>
      (await readDesk(stage().port)).mails.some(({ to, text }) => to.includes(mailTo) && text.includes(person.email))
    await expect.poll(hasMail, { timeout: 30_000 }).toBe(true)
    await turnLanguage(page, 'en')
  })
})

describe('A campaign with advanced leads', () => {
  it('shows what they cost the client before it is saved, and sells at that price', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    const price = page.getByRole('textbox', { name: 'Retail price per lead' })
    await makeCampaign(page, { client: 'Cedar Dental', name: 'More of each lead', site: shop.address }, async () => {
      await page.getByPlaceholder('1.50').waitFor()
      await page.getByRole('checkbox', { name: 'Send additional information about each person' }).check()
      expect(await price.getAttribute('placeholder')).toBe('3.00')
    })
    await openPart(page, 'Overview')
    await page.getByText('$3.00').first().waitFor()
    await openPart(page, 'Settings')
    const settings = page.getByRole('region', { name: 'Settings' })
    await settings.getByText('Advance information').waitFor()
    await edit(page, async () => {
      await page.getByPlaceholder('3.00').waitFor()
      await page.getByRole('checkbox', { name: 'Send additional information about each person' }).uncheck()
    })
    await settings.getByText(say('en')('Target Location')).waitFor()
    expect(await settings.getByText('Advance information').count()).toBe(0)
    await openPart(page, 'Overview')
    await page.getByText('$1.50').first().waitFor()
  })
})
