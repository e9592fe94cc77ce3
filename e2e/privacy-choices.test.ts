import { expect, test, vi } from 'vitest'
import { readDesk } from './support/desk.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const waiting = { timeout: 20_000, interval: 500 }
/** Few looks: one network may send few forms. */
const looking = { timeout: 18_000, interval: 3_000 }

test.each([
  ['en', 'Enter a valid email address.', 'You have opted out'],
  ['ar', 'أدخل عنوان بريد إلكتروني صحيحًا.', 'سُجّل اعتراضك'],
] as const)(
  'a visitor without JavaScript opts out on an agency’s page (%s), and is told where an address is wrong',
  async (language, problem, done) => {
    const page = await stage().newPage({ worker: 'off' }, { javaScriptEnabled: false })
    stage().allow(page, /status of 422/)
    await page.goto(`${stage().origin(people.acmeOwner.host)}/privacy-choices?language=${language}`)
    await page.locator('#email').fill('nobody')
    await page.locator('button').click()
    expect(await page.getByRole('alert').textContent()).toBe(problem)
    await page.locator('#email').fill(`visitor-${language}@example.com`)
    await page.keyboard.press('Enter')
    expect(await page.getByRole('status').textContent()).toContain(done)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
  },
)

test.each([
  ['en', 'Delete what is held', 'is being deleted', 'is deleted, and never comes back'],
  ['ar', 'حذف ما هو محفوظ', 'يُحذف الآن', 'ولن يعود أبدًا'],
] as const)(
  'a visitor without JavaScript has everything deleted by a mailed code (%s)',
  async (language, choice, running, done) => {
    const email = `forget-${language}@example.com`
    const page = await stage().newPage({ worker: 'off' }, { javaScriptEnabled: false })
    await page.goto(`${stage().origin(people.acmeOwner.host)}/privacy-requests?language=${language}`)
    await page.locator('#kind').selectOption({ label: choice })
    await page.locator('#state').selectOption({ label: 'California' })
    await page.locator('#email').fill(email)
    await page.locator('button').first().click()
    const code = await vi.waitFor(async () => {
      const { mails } = await readDesk(stage().port)
      return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mails.find(({ to }) => to.includes(email))!.text)![0]
    }, waiting)
    await page.locator('#code').fill(code)
    await page.locator('button').first().click()
    expect(await page.locator('main').textContent()).toMatch(new RegExp(`${running}|${done}`))
    const key = await page.locator('code').textContent()
    const number = /[0-9A-Z]{10}/.exec((await page.getByRole('status').textContent())!)![0]
    await vi.waitFor(async () => {
      await page.goto(`${stage().origin(people.acmeOwner.host)}/privacy-requests?language=${language}`)
      await page.locator('#number').fill(number)
      await page.locator('#key').fill(key!)
      await page.locator('#key').press('Enter')
      expect(await page.locator('main').textContent()).toContain(done)
    }, looking)
  },
)

test.each([
  ['en', 'Confirm', 'has yet to confirm', 'PDF'],
  ['ar', 'تأكيد', 'لم يؤكّد الشخص بعد', 'PDF'],
] as const)(
  'an agent asks for all data, the person confirms it by mail, and the agent gets them (%s)',
  async (language, confirm, waits, file) => {
    const email = `represented-${language}@example.com`
    const agent = await stage().newPage({ worker: 'off' }, { javaScriptEnabled: false })
    const address = `${stage().origin(people.acmeOwner.host)}/privacy-requests?language=${language}`
    await agent.goto(address)
    await agent.locator('#email').fill(email)
    await agent.locator('#agent').fill('Permission Slips, Inc.')
    await agent.locator('[name=permission]').check()
    await agent.locator('button').first().click()
    const key = await agent.locator('code').textContent()
    const number = /[0-9A-Z]{10}/.exec((await agent.getByRole('status').textContent())!)![0]
    const look = async (): Promise<string> => {
      await agent.goto(address)
      await agent.locator('#number').fill(number)
      await agent.locator('#key').fill(key!)
      await agent.locator('#key').press('Enter')
      return (await agent.locator('main').textContent())!
    }
    expect(await look()).toContain(waits)
    const code = await vi.waitFor(async () => {
      const { mails } = await readDesk(stage().port)
      return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mails.find(({ to }) => to.includes(email))!.text)![0]
    }, waiting)
    const person = await stage().newPage({ worker: 'off' }, { javaScriptEnabled: false })
    await person.goto(address)
    await person.locator('#agents-number').fill(number)
    await person.locator('#code').fill(code)
    await person.getByRole('button', { name: confirm, exact: true }).click()
    expect(await person.locator('main').textContent()).toContain('Permission Slips, Inc.')
    expect(await look()).toContain(file)
  },
)
