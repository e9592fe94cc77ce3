import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { people } from './support/people.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()
const t = say('en')
const { acmeOwner } = people

describe('1. An agency owner on the agency’s host', () => {
  it('R015: goes from / to the login, sees Acme’s brand, signs in, lands on the dashboard, and sees the clients', async () => {
    const page = await stage().newPage()
    await page.goto(stage().origin(acmeOwner.host))
    expect(await page.title()).toContain('Acme Growth')
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(await page.getByText('Acme Growth').first().isVisible()).toBe(true)

    await signIn(page, stage().origin(acmeOwner.host), acmeOwner, t)
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Client Management' }).click()
    await page.getByRole('heading', { name: 'Client Management', level: 1 }).waitFor()
    const clients = page.getByRole('table', { name: 'Clients' })
    for (const name of ['Plumbright', 'Harbor Realty', 'Cedar Dental', 'Atlas Fitness'])
      await clients.getByRole('link', { name: new RegExp(`^${name}`) }).waitFor()
    expect(
      await clients.getByRole('link', { name: /Solstice Solar|Juniper Home Care/ }).count(),
      'nobody else’s clients',
    ).toBe(0)
  })

  it('sees on the form what is wrong, and stays signed out', async () => {
    const page = await stage().newPage()
    stage().allow(page, /status of 401/)
    await page.goto(stage().origin(acmeOwner.host))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your email address.').waitFor()
    const email = page.getByRole('textbox', { name: 'Email' })
    await expect.poll(() => email.evaluate((input) => input === document.activeElement)).toBe(true)
    // R135: emails are lower-cased as they are typed.
    await page.getByRole('textbox', { name: 'Email' }).pressSequentially('Body@ACME.Test')
    await page.getByRole('textbox', { name: 'Email' }).press('Home')
    await page.getByRole('textbox', { name: 'Email' }).pressSequentially('NO')
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('nobody@acme.test')
    await page.getByLabel('Password', { exact: true }).fill('wrong-wrong-wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('These credentials do not match our records.').waitFor()
  })

  it('R177: sees the product’s own message when the server sends none about a forgotten password', async () => {
    const page = await stage().newPage()
    stage().allow(page, /status of 500/)
    await page.goto(stage().origin(acmeOwner.host))
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // Both pages have a field for the email address.
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await page.route('**/api/forgetpass', (route) => route.fulfill({ status: 500, body: 'no answer of ours' }))
    await page.getByRole('textbox', { name: 'Email' }).fill(acmeOwner.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('Something went wrong. Please try again later.').waitFor()
  })

  it('cannot sign in on another agency’s host', async () => {
    const page = await stage().newPage()
    stage().allow(page, /status of 401/)
    await page.goto(stage().origin(people.brightsideOwner.host))
    await page.getByRole('textbox', { name: 'Email' }).fill(acmeOwner.email)
    await page.getByLabel('Password', { exact: true }).fill(acmeOwner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('These credentials do not match our records.').waitFor()
  })

  // SEC-3: a password set by somebody else must be changed.
  it('first chooses a new password when somebody else has set one', async () => {
    const { brightsideOwner } = people
    const owner = await stage().newPageOf(brightsideOwner, '/configuration/client-management')
    const [email, firstPassword, ownPassword] = [
      'gale@garden.test',
      'seven herons over the weir',
      'a lamp beside the sea',
    ] as const
    await owner.getByRole('button', { name: 'Add client' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Add client' })
    await dialog.getByLabel('Company name').fill('Gale Garden')
    await dialog.getByLabel('Full name').fill('Gale Green')
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(firstPassword)
    await dialog.getByRole('button', { name: 'Add client' }).click()
    await owner.getByText('Data has been added successfully').waitFor()

    const page = await stage().newPage()
    await page.goto(stage().origin(brightsideOwner.host))
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(firstPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor()
    stage().allow(page, /status of 422/)
    for (const [password, message] of [
      [firstPassword, 'Choose another password than the one you were given.'],
      [ownPassword, 'Your new password is set. You can sign in with it now.'],
    ] as const) {
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('New password again').fill(password)
      await page.getByRole('button', { name: 'Save password' }).click()
      await page.getByText(message).waitFor()
    }
    await page.screenshot({ path: join(import.meta.dirname, '../.tmp/own-password.png') })
    const login = { ...brightsideOwner, email, password: ownPassword, name: 'Gale Green' }
    await signIn(page, stage().origin(brightsideOwner.host) + '/login', login, t)
  })
})
