import type { Page, Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readDesk } from './support/desk.ts'
import { fetchFiles, findLeaks, refusalsOf } from './support/leaks.ts'
import { waitUntilSettled } from './support/look.ts'
import { people, type Login } from './support/people.ts'
import { useStage, type Stage } from './support/stage.ts'

const stage = useStage()

const agencies: [string, Login, string, RegExp][] = [
  ['Acme Growth', people.acmeOwner, '/siteid', /leadloom|brightside/i],
  ['Brightside Media', people.brightsideOwner, '/visitors', /leadloom|acme/i],
]

/** Without the service worker, because browsers do not always expose the content of responses that pass through it. */
const direct = { worker: 'off' } as const

const publicPages = [
  '/register',
  '/agency-register',
  '/privacy-policy',
  '/term-of-use',
  '/service-billing-agreement',
  '/marketing-services-agreement-developer',
  '/reset-password-invalid',
  '/nowhere',
]

/** Requests a password reset and returns the whole email. */
async function mailOf(visitor: Page, at: Stage, login: Login): Promise<string> {
  const mailsOf = async (): Promise<string[]> =>
    (await readDesk(at.port)).mails.filter(({ to }) => to.includes(login.email)).map((mail) => JSON.stringify(mail))
  // The mailbox keeps a limited number, so compare the newest instead of the count.
  const [before] = await mailsOf()
  await visitor.goto(at.origin(login.host))
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click()
  // Both pages have a field for the email address.
  await visitor.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await visitor.getByRole('textbox', { name: 'Email' }).fill(login.email)
  await visitor.getByRole('button', { name: 'Send link' }).click()
  await visitor.getByRole('button', { name: 'Send link' }).waitFor({ state: 'detached' })
  await expect.poll(async () => (await mailsOf())[0] !== before, { timeout: 20_000 }).toBe(true)
  return (await mailsOf())[0]!
}

describe('On an agency’s host', () => {
  it.each(agencies)(
    '%s: nobody else’s name appears, before or after signing in',
    async (brandWord, login, module, foreign) => {
      const responses: Response[] = []
      const listen = (page: Page): unknown => page.context().on('response', (response) => responses.push(response))
      const visitor = await stage().newPage(direct)
      listen(visitor)
      await visitor.goto(stage().origin(login.host))
      expect(await visitor.title()).toContain(brandWord)
      stage().allow(visitor, /status of 4\d\d/)
      for (const path of publicPages) {
        await visitor.goto(stage().origin(login.host) + path)
        await waitUntilSettled(visitor)
        expect([path, await visitor.title()]).toEqual([path, expect.stringContaining(brandWord)])
        expect(await visitor.locator(':root').innerText()).not.toMatch(foreign)
      }
      expect(await fetchFiles(visitor)).toContain(200)
      const refusals = await refusalsOf(visitor)
      expect(refusals.filter((text) => !text.startsWith('4') || foreign.test(text))).toEqual([])
      expect(await mailOf(visitor, stage(), login)).not.toMatch(foreign)

      const page = await stage().newPageOf(login, '/', direct)
      stage().allow(page, /status of 404/)
      listen(page)
      for (const path of [
        '/configuration/client-management',
        '/configuration/general-setting',
        '/dashboard',
        '/campaign-management',
        '/leads',
        '/visits',
        '/deliveries',
        '/nowhere',
      ]) {
        await page.goto(stage().origin(login.host) + (path.startsWith('/conf') ? path : module + path))
        await waitUntilSettled(page)
        expect(await page.title()).toContain(brandWord)
        expect(await page.locator(':root').innerText()).not.toMatch(foreign)
      }
      expect(await findLeaks(responses, foreign)).toEqual([])
    },
  )
})
