import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { causeTexts } from '#contract/integrations/causes.ts'
import { requestDesk } from '#demo/commands/request-desk.ts'
import { demoId, deskHost } from '#demo/world.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { readDesk, setReceiver } from './support/desk.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { personFor, type KnownPerson } from './support/persons.ts'
import { useStage } from './support/stage.ts'
import { say, type Locale, type Say } from './support/texts.ts'
import { visit } from './support/visit.ts'

const stage = useStage()
// One language in the everyday run.
const locales = sampleOf<readonly Locale[]>(['ar'], ['en', 'ar'])
const retry_ms = 15_000

async function becomesLead(person: KnownPerson): Promise<void> {
  await visit(await stage().newVisitor(), `${stage().origin('plumbright.localhost')}/?hem=${person.md5}`)
}

/** The delivery of a person's lead by email or webhook, in the list that refreshes itself. */
const deliveryOf = (page: Page, person: KnownPerson, kind: 'Email' | 'Webhook', t: Say = say('en')): Locator =>
  page
    .getByRole('table', { name: t('Deliveries') })
    .getByRole('row')
    .filter({ hasText: person.name })
    .filter({ hasText: t(kind) })

const webhooksOf = async ({ email }: KnownPerson) =>
  (await readDesk(stage().port)).received.filter(({ body }) => body.includes(email))

describe.each(locales)('7. A lead is delivered (%s)', (locale) => {
  const t = say(locale)
  afterAll(async () => setReceiver(stage(), 'start'))

  it('as an email with the agency’s branding and as a signed webhook', async () => {
    const person = personFor(`the delivered lead ${locale}`)
    const page = await stage().newPageOf(people.plumbright, '/siteid/deliveries')
    await turnLanguage(page, locale)
    await becomesLead(person)
    await deliveryOf(page, person, 'Email', t).getByText(t('Delivered')).waitFor()
    await deliveryOf(page, person, 'Webhook', t).getByText(t('Delivered')).waitFor()

    const desk = await stage().newPage()
    await desk.goto(stage().origin(deskHost))
    await desk.getByText('signature valid').first().waitFor()
    const mail = (await readDesk(stage().port)).mails.find(({ text }) => text.includes(person.email))!
    expect(mail.to).toEqual(['client@plumbright.test'])
    expect(mail.from).toContain('Acme Growth')
    expect(mail.raw).not.toMatch(/leadloom|brightside/i)
    await desk.goto(`${stage().origin(deskHost)}/mail/${mail.id}`)
    await desk.frameLocator('iframe').getByText(person.name, { exact: true }).waitFor()
    const [webhook, ...more] = await webhooksOf(person)
    expect(webhook).toMatchObject({ verified: true, repeated: false })
    expect(more).toEqual([])
  })

  it('later, when the receiver was down: the page shows the cause, the next attempt, and the arrival', async () => {
    const person = personFor(`the lead of a broken receiver ${locale}`)
    await setReceiver(stage(), 'stop')
    const page = await stage().newPageOf(people.plumbright, '/siteid/deliveries')
    await turnLanguage(page, locale)
    await becomesLead(person)
    const delivery = deliveryOf(page, person, 'Webhook', t)
    await delivery.getByText(t('Retrying')).waitFor()
    await delivery.getByText(t(causeTexts.connect)).waitFor()
    await delivery.getByText(t('Next attempt {when}', { when: '' })).waitFor()
    // Without the desk's page, which may take too long: only the first retry comes after seconds.
    await requestDesk(stage().port, 'POST', '/receiver/start')
    await delivery.getByText(t('Delivered')).waitFor({ timeout: retry_ms })
    await deliveryOf(page, person, 'Email', t).getByText(t('Delivered')).waitFor()
    expect(await delivery.getByText(t(causeTexts.connect)).count()).toBe(0)
    expect(await webhooksOf(person)).toMatchObject([{ verified: true, repeated: false }])
  })
})

describe('7. A lead is delivered', () => {
  it('again when it is resent manually, with the same id so that the receiver recognizes it', async () => {
    const person = personFor('the lead that is sent again')
    await becomesLead(person)
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/deliveries')
    const delivery = deliveryOf(page, person, 'Webhook')
    await delivery.getByText('Delivered').waitFor()
    await delivery.getByRole('button', { name: /^Details/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Delivery' })
    await dialog.getByRole('button', { name: 'Resend' }).click()
    await expect.poll(async () => (await webhooksOf(person)).length).toBe(2)
    const [again, first] = await webhooksOf(person)
    expect(again).toMatchObject({ verified: true, repeated: true, id: first!.id, body: first!.body })
    const arrivals = dialog.getByRole('listitem').filter({ hasText: 'Delivered' })
    await expect.poll(() => arrivals.count()).toBe(2)
    await page.reload()
    await expect.poll(() => arrivals.count()).toBe(2)
  })

  it('or a notice says why it could not be resent, although its dialog was closed meanwhile', async () => {
    const person = personFor('the lead that cannot be sent again')
    await becomesLead(person)
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/deliveries')
    let answer = (): void => undefined
    const hold = new Promise<void>((resolve) => (answer = resolve))
    const json = { result: 'failed', code: 'overloaded', message: 'Come back at noon.', request_id: '' }
    await page.route('**/api/leadspeek/delivery/resend', async (route) => {
      await hold
      await route.fulfill({ status: 503, json })
    })
    const delivery = deliveryOf(page, person, 'Webhook')
    await delivery.getByText('Delivered').waitFor()
    await delivery.getByRole('button', { name: /^Details/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Delivery' })
    await dialog.getByRole('button', { name: 'Resend' }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    answer()
    await page.getByRole('alert').getByText('Come back at noon.').waitFor()
  })

  it('again when several are selected: the page shows the count and how repeats are handled, and each arrives again', async () => {
    const persons = ['one of the ticked leads', 'another ticked lead'].map((name) => personFor(name))
    for (const person of persons) await becomesLead(person)
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/deliveries')
    for (const person of persons) {
      const delivery = deliveryOf(page, person, 'Webhook')
      await delivery.getByText('Delivered').waitFor()
      await delivery.getByRole('checkbox').check()
    }
    const bar = page.getByRole('region', { name: 'Selected deliveries' })
    await bar.getByText('2 deliveries selected').waitFor()
    await bar.getByRole('button', { name: 'Resend' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resend' })
    await dialog.getByText('2 deliveries will be resent.').waitFor()
    await dialog.getByText(/each resend carries the same ID/).waitFor()
    await dialog.getByRole('button', { name: 'Resend' }).click()
    await bar.waitFor({ state: 'detached' })
    for (const person of persons) {
      await expect.poll(async () => (await webhooksOf(person)).length, { timeout: retry_ms }).toBe(2)
      const [again, first] = await webhooksOf(person)
      expect(again).toMatchObject({ verified: true, repeated: true, id: first!.id, body: first!.body })
    }
  })

  /** Changes the address of the webhook on a campaign's page. */
  async function moveWebhook(page: Page, rewrite: (address: string) => string): Promise<void> {
    const webhook = page.getByRole('listitem').filter({ hasText: 'Webhook, signed' })
    await webhook.getByRole('button', { name: /^Edit .http/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit webhook' })
    const address = dialog.getByRole('textbox', { name: 'Address' })
    const url = rewrite(await address.inputValue())
    await address.fill(url)
    await dialog.getByRole('button', { name: 'Save webhook' }).click()
    await webhook.getByText(url, { exact: true }).waitFor()
  }

  it('later, when its destination was paused: the page shows since when, and resuming sends missed leads once', async () => {
    const person = personFor('the lead of a paused destination')
    const campaign = demoId('Plumbright Emergency plumbing site')
    const page = await stage().newPageOf(people.acmeOwner, `/siteid/campaign-management/${campaign}?tab=destinations`)
    const webhook = page.getByRole('listitem').filter({ hasText: 'Webhook, signed' })
    await moveWebhook(page, (url) => `${url}?moved`)
    await moveWebhook(page, (url) => url.replace('?moved', ''))
    await webhook.getByRole('button', { name: 'Pause' }).click()
    await webhook.getByText(/Paused since /).waitFor()
    await becomesLead(person)
    await webhook.getByText('1 not delivered').waitFor()

    await page.goto(`${stage().origin('acme.localhost')}/siteid/deliveries`)
    const alert = page.getByRole('alert').filter({ hasText: 'Turned off manually.' })
    await alert.getByText(/^Paused since /).waitFor()
    await alert.getByRole('button', { name: 'Resume' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resume delivery?' })
    await dialog.getByRole('button', { name: 'Resume and send what was missed (1 lead)' }).click()
    await deliveryOf(page, person, 'Webhook').getByText('Delivered').waitFor()
    expect(await webhooksOf(person)).toMatchObject([{ verified: true, repeated: false }])
  })
})
