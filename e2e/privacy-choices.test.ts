import { expect, test } from 'vitest'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

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
