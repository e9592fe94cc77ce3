import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sampleOf } from '#server/test/proofs.ts'
import { findBarriers } from './support/axe.ts'
import { cardForm } from './support/card.ts'
import { confirmIdentityIfAsked } from './support/confirm-identity.ts'
import { readDesk } from './support/desk.ts'
import { turnLanguage } from './support/look.ts'
import { acme, people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say, type Locale, type Say } from './support/texts.ts'

const stage = useStage()
// One language in the everyday run.
const locales = sampleOf<readonly Locale[]>(['ar'], ['en', 'ar'])
const password = 'a lamp beside the sea'
const english = say('en')

/** The beginning of a text, up to its first placeholder. */
const startOf = (text: string): string => text.slice(0, text.indexOf('{')).trim()

/** The newest mail to somebody with this subject; mail is sent shortly after its event. */
async function mailTo(email: string, subject: string): Promise<string> {
  const link = await expect
    .poll(
      async () => {
        const { mails } = await readDesk(stage().port)
        return mails.find((mail) => mail.to.includes(email) && mail.subject === subject)?.text
      },
      { timeout: 120_000 },
    )
    .toBeTruthy()
    .then(async () => (await readDesk(stage().port)).mails)
  return link.find((mail) => mail.to.includes(email) && mail.subject === subject)!.text
}

async function fillIn(page: Page, email: string, t: Say = english): Promise<void> {
  await page.getByLabel(t('Company name')).fill('North Star')
  await page.getByLabel(t('Full name')).fill('Nora North')
  await page.getByRole('textbox', { name: t('Email') }).fill(email)
  await page.getByLabel(t('Password'), { exact: true }).fill(password)
}

/** Follows the email's link to the set-up, with the password. */
async function confirm(page: Page, email: string, t: Say = english): Promise<void> {
  const text = await mailTo(email, t('Confirm your registration'))
  await page.goto(/http:\S+\/confirm-registration\/\S+/.exec(text)![0])
  await page.getByLabel(t('Password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('Confirm and sign in') }).click()
  await page.getByRole('heading', { name: t('Profile Setup'), level: 1 }).waitFor()
}

const next = (page: Page, t: Say = english) => page.getByRole('button', { name: t('Next'), exact: true })
const stepOf = (page: Page) => page.locator('[aria-current="step"]')

async function describeCompany(page: Page, t: Say = english): Promise<void> {
  await page.getByRole('textbox', { name: t('Company phone') }).pressSequentially('2015550199')
  await page.getByRole('textbox', { name: t('Address'), exact: true }).fill('1 Polar Way')
  await page.getByLabel(t('City')).fill('Chicago')
  await page.getByLabel(t('ZIP code')).fill('60601')
}

/** The card number is typed into the gateway's frame; no request to our server contains it. */
async function payByCard(page: Page, t: Say): Promise<void> {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) bodies.push(request.postData() ?? '')
  })
  const form = cardForm(page, t)
  await form.locator('[name=number]').pressSequentially('4000000000000002')
  await form.locator('[name=expiry]').pressSequentially('0431')
  await form.locator('[name=cvc]').fill('123')
  expect(await findBarriers(page)).toEqual([])
  stage().allow(page, /status of 422/)
  await next(page, t).click()
  await page.getByText(t('This card was declined. Use another one.')).waitFor()
  await form.locator('[name=number]').fill('')
  await form.locator('[name=number]').pressSequentially('4242424242424242')
  await next(page, t).click()
  await page.getByRole('heading', { name: t('Review and finish') }).waitFor()
  expect(bodies.length).toBeGreaterThan(0)
  expect(bodies.filter((body) => /42424242|40000000/.test(body))).toEqual([])
}

const continueText =
  'Please continue complete the form to connect your account with the payment provider before start to add client (go to system setting->general setting->connect your account)'
const pendingText =
  'Your account is still being verified by the payment provider, please check your email or login to your payment account for additional steps required by the payment provider.'
const accountPage = '/configuration/general-setting?section=payment-account'
const menuEntries = (page: Page, t: Say) =>
  page
    .getByRole('navigation', { name: t('Main menu') })
    .getByRole('link')
    .count()

/** Says who they are if asked, submits the payment provider's own page, and returns. */
async function answerProvider(page: Page, t: Say, button: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: t(button) }).click()
  const form = page.getByRole('heading', { name: 'Account of North Star' })
  await confirmIdentityIfAsked(page, form, password, undefined, t)
  await page.getByRole('button', { name: choice, exact: true }).click()
  await page.getByRole('heading', { name: t('General Settings'), level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe('?section=payment-account')
}

/** R099, R104 to R106: from no account over unfinished and verified to connected; until then the sidebar waits. */
async function connectAccount(page: Page, origin: string, t: Say): Promise<void> {
  stage().allow(page, /status of 403 .*\/get-connected-account-link/)
  await page.goto(origin + accountPage)
  const account = page.getByRole('main')
  await account.getByText(t('Not connected'), { exact: true }).waitFor()
  await answerProvider(page, t, 'Connect account', 'Leave it unfinished')
  await account.getByText(t('Form incomplete'), { exact: true }).waitFor()
  const lines = page.getByRole('region', { name: t('Account notices') })
  await lines.getByText(t(continueText)).waitFor()
  expect(await menuEntries(page, t), 'R046').toBe(2)
  await answerProvider(page, t, 'Continue at the payment provider', 'Submitted, still being verified')
  await account.getByText(t('Being verified'), { exact: true }).waitFor()
  await lines.getByText(t(pendingText)).waitFor()
  expect(await menuEntries(page, t), 'R046: General Settings and Integrations').toBe(2)
  await answerProvider(page, t, 'Open at the payment provider', 'Everything is verified')
  await account.getByText(t('Connected'), { exact: true }).waitFor()
  await page
    .getByRole('link', { name: t('Client Management') })
    .first()
    .waitFor()
  expect(await findBarriers(page)).toEqual([])
}

/** The tour starts once the screens are accessible, and covers them. */
async function endTour(page: Page): Promise<void> {
  const tour = page.locator('#driver-popover-content')
  await tour.waitFor()
  // A page that is left before the tour's end is stored would begin it again on the next one.
  await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/user/tour')),
    page.keyboard.press('Escape'),
  ])
  await tour.waitFor({ state: 'detached' })
}

/** It leaves its account at the payment provider, and could connect another one. */
async function disconnectAccount(page: Page, t: Say): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Disconnect'), exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: t('Disconnect this payment account?') })
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: t('Disconnect'), exact: true }).click()
  await page.getByRole('main').getByText(t('Not connected'), { exact: true }).waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Connect account') })
    .waitFor()
}

describe.each(locales)('2. A referred agency owner (%s)', (locale) => {
  const t = say(locale)

  it('registers, has a bad phone number rejected, confirms the email, completes setup, connects a payment account, and disconnects it', async () => {
    const owner = await stage().newPageOf(people.acmeOwner, '/configuration/general-setting?section=referral')
    await owner.getByRole('button', { name: 'Show referral link' }).click()
    const link = await owner.getByText(/http:\S+\/agency-register\/\w+/).textContent()

    const page = await stage().newPage()
    await page.goto(link!)
    await turnLanguage(page, locale)
    await page.getByText(startOf(t('You were invited by {name}.'))).waitFor()
    const email = `nora-${locale}@north.test`
    await fillIn(page, email, t)
    // R228: the subdomain follows from the name; whoever sends the form before is asked for it afterwards.
    await expect.poll(() => page.getByLabel(t('Subdomain'), { exact: true }).inputValue()).toMatch(/^north-star/)
    await page.getByLabel(t('Phone number')).pressSequentially('201555')
    await page.getByRole('button', { name: t('Create account') }).click()
    await page.getByText(t('Please enter valid phone number')).waitFor()
    await page.getByText(startOf(t('Example: {number}'))).waitFor()
    await page.getByLabel(t('Phone number')).fill('')
    // R133: a phone number needs its country.
    await page.getByRole('combobox', { name: t('Country') }).selectOption('')
    await page.getByLabel(t('Phone number')).fill('2015550123')
    await page.getByRole('button', { name: t('Create account') }).click()
    await page.getByText(t('Choose country')).waitFor()
    await page.getByRole('combobox', { name: t('Country') }).selectOption('US')
    await expect.poll(() => page.getByLabel(t('Phone number')).inputValue()).toBe('(201) 555-0123')
    await page.getByRole('button', { name: t('Create account') }).click()
    await page
      .getByRole('status')
      .getByText(t('Almost done. We’ve emailed you a link to confirm your registration.'))
      .waitFor()
    await confirm(page, email, t)

    // R200 to R202: a failed check keeps the tab; the next tab starts at its top.
    expect(await stepOf(page).textContent()).toContain(t('About you'))
    await page.getByLabel(t('Full name')).fill('')
    await next(page, t).click()
    await page.getByText(t('Enter your full name.')).waitFor()
    await page.getByLabel(t('Full name')).fill('Nora North')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await next(page, t).click()
    await page.getByLabel(t('Company name')).waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await next(page, t).click()
    await page.getByText(t('Enter the address.')).waitFor()
    expect(await stepOf(page).textContent()).toContain(t('Your company'))
    await describeCompany(page, t)
    await next(page, t).click()
    await payByCard(page, t)
    await page.getByRole('button', { name: t('Go To General Settings') }).click()
    await page.waitForURL((url) => !url.pathname.includes('profile-setup'))
    await endTour(page)
    await page
      .getByRole('link', { name: t('Client Management') })
      .first()
      .waitFor()
    // R025: the page is accessible once a card is stored.
    await page.goto(`${new URL(link!).origin}/user/card-setting`)
    await page.getByText('Visa •••• 4242').waitFor()
    await page.getByRole('button', { name: t('Account of {name}', { name: 'Nora North' }) }).click()
    await page.getByRole('menuitem', { name: t('Card Setting') }).waitFor()
    await page.keyboard.press('Escape')
    expect(await findBarriers(page)).toEqual([])
    await connectAccount(page, new URL(link!).origin, t)
    await disconnectAccount(page, t)
  })
})

describe('A client registers with its agency', () => {
  it('with the agency’s branding, stays in setup until it is done, and then goes to the dashboard', async () => {
    const page = await stage().newPage()
    await page.goto(stage().origin(acme))
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
    const email = 'cleo@north.test'
    await fillIn(page, email)
    await page.getByLabel('Phone number').pressSequentially('2015550123')
    await page.getByRole('button', { name: 'Create account' }).click()
    await confirm(page, email)
    // R076: no other page is accessible before.
    await page.goto(`${stage().origin(acme)}/siteid/leads`)
    await page.getByRole('heading', { name: 'Profile Setup', level: 1 }).waitFor()
    await next(page).click()
    await describeCompany(page)
    await next(page).click()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await page.getByRole('button', { name: 'Go To Dashboard' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/searchid/'))
    await page.getByRole('link', { name: 'Leads' }).first().waitFor()
  })
})
