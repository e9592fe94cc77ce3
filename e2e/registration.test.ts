import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { cardForm } from './support/card.ts'
import { readDesk } from './support/desk.ts'
import { acme, people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const password = 'a lamp beside the sea'

/** The newest mail to somebody with this subject; mail is sent shortly after its event. */
async function mailTo(email: string, subject: string): Promise<string> {
  const found = await expect
    .poll(
      async () => {
        const { mails } = await readDesk(stage().port)
        return mails.find((mail) => mail.to.includes(email) && mail.subject === subject)?.text
      },
      { timeout: 120_000 },
    )
    .toBeTruthy()
    .then(async () => (await readDesk(stage().port)).mails)
  return found.find((mail) => mail.to.includes(email) && mail.subject === subject)!.text
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Company name').fill('North Star')
  await page.getByLabel('Full name').fill('Nora North')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** Follows the email's link to the set-up, with the password. */
async function confirm(page: Page, email: string): Promise<void> {
  const text = await mailTo(email, 'Confirm your registration')
  await page.goto(/http:\S+\/confirm-registration\/\S+/.exec(text)![0])
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.getByRole('heading', { name: 'Profile Setup', level: 1 }).waitFor()
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const stepOf = (page: Page) => page.locator('[aria-current="step"]')

async function describeCompany(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Company phone' }).pressSequentially('2015550199')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Polar Way')
  await page.getByLabel('City').fill('Chicago')
  await page.getByLabel('ZIP code').fill('60601')
}

/** The card number is typed into the gateway's frame; no request to our server contains it. */
async function payByCard(page: Page): Promise<void> {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) bodies.push(request.postData() ?? '')
  })
  const form = cardForm(page)
  await form.getByLabel('Card number').pressSequentially('4000000000000002')
  await form.getByLabel('Expiry').pressSequentially('0431')
  await form.getByLabel('Security code').fill('123')
  expect(await findBarriers(page)).toEqual([])
  stage().allow(page, /status of 422/)
  await next(page).click()
  await page.getByText('This card was declined. Use another one.').waitFor()
  await form.getByLabel('Card number').fill('')
  await form.getByLabel('Card number').pressSequentially('4242424242424242')
  await next(page).click()
  await page.getByRole('heading', { name: 'Review and finish' }).waitFor()
  expect(bodies.length).toBeGreaterThan(0)
  expect(bodies.filter((body) => /42424242|40000000/.test(body))).toEqual([])
}

const accountPage = '/configuration/general-setting?section=payment-account'
const menuEntries = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').count()

/** Submits the payment provider's own page and returns. */
async function answerProvider(page: Page, button: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('heading', { name: 'Account of North Star' }).waitFor()
  await page.getByRole('button', { name: choice, exact: true }).click()
  await page.getByRole('heading', { name: 'General Settings', level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe('?section=payment-account')
}

/** R099, R104 to R106: from no account over unfinished and verified to connected; until then the sidebar waits. */
async function connectAccount(page: Page, origin: string): Promise<void> {
  await page.goto(origin + accountPage)
  const account = page.getByRole('main')
  await account.getByText('Not connected', { exact: true }).waitFor()
  await answerProvider(page, 'Connect account', 'Leave it unfinished')
  await account.getByText('Form incomplete', { exact: true }).waitFor()
  await page
    .getByRole('alert')
    .filter({ hasText: 'Please continue complete the form to connect your account' })
    .waitFor()
  expect(await menuEntries(page), 'R046').toBe(0)
  await answerProvider(page, 'Continue at the payment provider', 'Submitted, still being verified')
  await account.getByText('Being verified', { exact: true }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'Your account is still being verified' }).waitFor()
  expect(await menuEntries(page), 'R046').toBe(0)
  await answerProvider(page, 'Open at the payment provider', 'Everything is verified')
  await account.getByText('Connected', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Client Management' }).first().waitFor()
  expect(await findBarriers(page)).toEqual([])
}

describe('2. A referred agency owner', () => {
  it('registers, has a bad phone number rejected, confirms the email, completes setup, and connects a payment account', async () => {
    const owner = await stage().newPageOf(people.acmeOwner, '/configuration/general-setting?section=referral')
    await owner.getByRole('button', { name: 'Show referral link' }).click()
    const link = await owner.getByText(/http:\S+\/agency-register\/\w+/).textContent()

    const page = await stage().newPage()
    await page.goto(link!)
    await page.getByText('You were invited by').waitFor()
    const email = 'nora@north.test'
    await fillIn(page, email)
    await page.getByLabel('Phone number').pressSequentially('201555')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Please enter valid phone number').waitFor()
    await page.getByText('Example:').waitFor()
    await page.getByLabel('Phone number').fill('')
    // R133: a phone number needs its country.
    await page.getByRole('combobox', { name: 'Country' }).selectOption('')
    await page.getByLabel('Phone number').fill('2015550123')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Choose country').waitFor()
    await page.getByRole('combobox', { name: 'Country' }).selectOption('US')
    expect(await page.getByLabel('Phone number').inputValue()).toBe('(201) 555-0123')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('status').getByText('Almost done').waitFor()
    await confirm(page, email)

    // R200 to R202: a failed check keeps the tab; the next tab starts at its top.
    expect(await stepOf(page).textContent()).toContain('About you')
    await page.getByLabel('Full name').fill('')
    await next(page).click()
    await page.getByText('Enter your full name.').waitFor()
    await page.getByLabel('Full name').fill('Nora North')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await next(page).click()
    await page.getByLabel('Company name').waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await next(page).click()
    await page.getByText('Enter the address.').waitFor()
    expect(await stepOf(page).textContent()).toContain('Your company')
    await describeCompany(page)
    await next(page).click()
    await payByCard(page)
    await page.getByRole('button', { name: 'Go To General Settings' }).click()
    await page.waitForURL((url) => !url.pathname.includes('profile-setup'))
    // The tour starts once the screens are accessible, and covers them.
    await page.locator('#driver-popover-content').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#driver-popover-content').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Client Management' }).first().waitFor()
    // R025: the page is accessible once a card is stored.
    await page.goto(`${new URL(link!).origin}/user/card-setting`)
    await page.getByText('Visa •••• 4242').waitFor()
    await page.getByRole('button', { name: 'Account of Nora North' }).click()
    await page.getByRole('menuitem', { name: 'Card Setting' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await findBarriers(page)).toEqual([])
    await connectAccount(page, new URL(link!).origin)
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
