import { join } from 'node:path'
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSmtp } from '#server/test/smtp-stand-in.ts'
import { startNameServer, type NameServer } from '#server/test/name-server.ts'
import { chooseFile } from './support/choose-file.ts'
import { confirmIdentityIfAsked } from './support/confirm-identity.ts'
import { findBarriers, sidewaysScroll } from './support/axe.ts'
import { findLeaks, refusalsOf } from './support/leaks.ts'
import { waitUntilSettled, setAppearance } from './support/look.ts'
import { people } from './support/people.ts'
import { shopHost } from './support/shop.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'
import { world } from './support/world.ts'

const domain = 'leads.northwind-agency.com'
const stage = useStage(domain)
const settings = '/configuration/general-setting'
const path = `${settings}?section=custom-domain`
/** Names that must not appear: the operator, the product and another agency. */
const foreign = /leadloom|acme/i
const picture = (name: string): string => join(import.meta.dirname, '../.tmp', `custom-domain-${name}.png`)

let names: NameServer
beforeAll(async () => {
  names = await startNameServer(world().namesPort)
})
afterAll(() => names.close())

it('R013: an owner adds a domain, sets its records, sees it in use, and removes it', async () => {
  const page = await stage().newPageOf(people.brightsideOwner, path)
  stage().allow(page, /422/)
  await page.getByRole('textbox', { name: 'Domain' }).fill('co.uk')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This is a shared domain suffix.').waitFor()
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('DNS pending').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('The TXT record was not found.').waitFor()
  await waitUntilSettled(page)
  expect(await findBarriers(page)).toEqual([])
  await page.screenshot({ path: picture('1280'), fullPage: true })

  const phone = await stage().newPageOf(people.brightsideOwner, path, { width: 360 })
  await setAppearance(phone, 'ar', 'light')
  await phone.getByText('لم يُعثر على سجل TXT.').waitFor()
  await waitUntilSettled(phone)
  expect([await findBarriers(phone), await sidewaysScroll(phone)]).toEqual([[], 0])
  await phone.screenshot({ path: picture('360-ar'), fullPage: true })
  await setAppearance(phone, 'en', 'light')

  const valueOf = (label: string): Promise<string> => page.getByRole('group', { name: label }).innerText()
  names.set('TXT', await valueOf('Name of the TXT record'), await valueOf('Value of the TXT record'))
  names.set('CNAME', domain, await valueOf('Target of the CNAME record'))
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('In use').waitFor()
  expect((await fetch(`${stage().origin('localhost')}/domains/allowed?domain=${domain}`)).status).toBe(200)

  await page.getByRole('button', { name: 'Remove domain' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  // Links in emails sent earlier still redirect, which needs a certificate (decision 116).
  expect((await fetch(`${stage().origin('localhost')}/domains/allowed?domain=${domain}`)).status).toBe(200)
})

/** A logo that only this agency has. */
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#b4235a"/></svg>'

/** The SVG in an image's data URL. */
const drawingOf = (address: string): string => decodeURIComponent(address.slice(address.indexOf(',') + 1))

async function brand(page: Page): Promise<void> {
  await page.goto(stage().origin(people.brightsideOwner.host) + settings)
  const upload = page.getByRole('group', { name: 'Logo' }).getByRole('button', { name: 'Upload image' })
  await chooseFile(page, upload, { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
  await page.getByRole('textbox', { name: 'Brand color' }).fill('#b4235a')
  await page.getByRole('textbox', { name: 'Sidebar', exact: true }).fill('#3a0f24')
  await page.getByRole('textbox', { name: 'Sidebar text' }).fill('#fbe9f0')
  await page.screenshot({ path: picture('branding'), fullPage: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your settings have been saved.').waitFor()
}

/** Renames the Site ID module; a URL path that would hide an existing page is rejected. */
async function nameModule(page: Page, name: string, address: string): Promise<void> {
  await page.goto(`${stage().origin(people.brightsideOwner.host)}${settings}?section=modules`)
  await page.getByLabel('Name of Site ID').fill(name)
  await page.getByLabel('URL path of Site ID').fill('configuration')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This address is used by a page.').waitFor()
  await page.getByLabel('URL path of Site ID').fill(address)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your settings have been saved.').waitFor()
}

it('journey 3: an agency brands its domain, and visitors there see the agency and nobody else', async () => {
  const owner = people.brightsideOwner
  const page = await stage().newPageOf(owner, settings)
  await brand(page)
  await nameModule(page, 'Visitor Finder', 'visitor-finder')

  await page.goto(stage().origin(owner.host) + path)
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('DNS pending').waitFor()
  const valueOf = (label: string): Promise<string> => page.getByRole('group', { name: label }).innerText()
  names.set('TXT', await valueOf('Name of the TXT record'), await valueOf('Value of the TXT record'))
  names.set('CNAME', domain, await valueOf('Target of the CNAME record'))
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('In use').waitFor()

  const responses: Response[] = []
  const visitor = await stage().newPage()
  stage().allow(visitor, new RegExp(`request to https://${domain}:|status of 4\\d\\d`))
  visitor.context().on('response', (response) => responses.push(response))
  await visitor.goto(stage().origin(domain))
  expect(await visitor.title()).toContain('Brightside Media')
  const fill = await visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-fill'))
  expect(fill.trim()).not.toBe('')
  await visitor.screenshot({ path: picture('login') })
  const refusals = await refusalsOf(visitor)
  expect(refusals.filter((text) => !text.startsWith('4') || foreign.test(text))).toEqual([])
  await signIn(visitor, stage().origin(domain), owner, say('en'))
  await visitor.getByRole('link', { name: 'Visitor Finder' }).click()
  await visitor.waitForURL(/\/visitor-finder\//)
  await waitUntilSettled(visitor)
  expect(await visitor.locator(':root').innerText()).not.toMatch(foreign)
  await visitor.screenshot({ path: picture('inside') })
  const pictures = await visitor
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
  expect(pictures.map(drawingOf)).toContain(logo)
  expect(await findLeaks(responses, foreign)).toEqual([])

  await nameModule(page, 'Visitor Finder', 'visitors')
  await page.goto(stage().origin(owner.host) + path)
  await page.getByRole('button', { name: 'Remove domain' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
})

/** Sets the records of the sender's domain as the page says. */
async function provideRecords(page: Page): Promise<void> {
  const check = page.getByRole('button', { name: 'Check now' })
  await check.click()
  await expect.poll(() => page.getByText('The record was not found.').count()).toBe(3)
  const valueOf = (label: string): Promise<string> => page.getByRole('group', { name: label }).innerText()
  for (const kind of ['SPF', 'DKIM', 'DMARC'])
    names.set(
      'TXT',
      await valueOf(`${kind}: name of the TXT record`),
      await valueOf(`${kind}: value of the TXT record`),
    )
  await waitUntilSettled(page)
  expect(await findBarriers(page)).toEqual([])
  await check.click()
  await page.getByText('Email is signed', { exact: true }).waitFor()
}

it('C047: an owner tests a mail server, saves it, and email is sent through it from its sender', async () => {
  const owner = people.brightsideOwner
  const smtp = await startSmtp({
    security: 'none',
    login: { user: 'mailer', password: 'sesame' },
    port: world().shopPort,
  })
  const page = await stage().newPageOf(owner, `${settings}?section=mail-server`)
  stage().allow(page, /status of 4\d\d/)
  const field = (label: string) => page.getByLabel(label)
  const tryOut = page.getByRole('button', { name: 'Send test email' })
  await field('Host').fill('10.0.0.5')
  await field('From name').fill('Brightside Mailer')
  await field('From address').fill('hello@brightside.test')
  await tryOut.click()
  await page.getByText('This address isn’t allowed.').waitFor()
  await field('Host').fill(shopHost)
  await field('Port').fill(String(smtp.port))
  await page.getByRole('combobox', { name: 'Security' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await field('User name').fill('mailer')
  await field('Mail server password').fill('wrong')
  await tryOut.click()
  await page.getByText('The mail server refused the sign-in.').waitFor()
  await page.screenshot({ path: picture('mail-server'), fullPage: true })
  await field('Mail server password').fill('sesame')
  await tryOut.click()
  await page.getByText('The test email was sent.').waitFor()
  expect(smtp.received.at(-1)).toMatchObject({ to: [owner.email], mailFrom: 'hello@brightside.test' })
  stage().allow(page, /status of 403/)
  await page.getByRole('button', { name: 'Save' }).click()
  await confirmIdentityIfAsked(page, page.getByText('Email is sent through your server'), owner.password)
  await expect.poll(() => field('Mail server password').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect.poll(() => smtp.received.length).toBe(2)
  expect(smtp.received.at(-1)!.raw).not.toContain('DKIM-Signature')
  await provideRecords(page)
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect.poll(() => smtp.received.length).toBe(3)
  expect(smtp.received.at(-1)!.raw).toContain('DKIM-Signature: v=1; a=rsa-sha256')
  await page.getByRole('button', { name: 'Remove mail server' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove mail server' }).click()
  await page.getByText('Email is sent through the platform').waitFor()
  await smtp.close()
})
