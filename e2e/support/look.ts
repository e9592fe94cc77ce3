import type { Page } from 'playwright-core'
import { say, type Locale } from './texts.ts'

export type Theme = 'light' | 'dark'

/** Puts a page that is open into a language and a theme, by its own buttons; where it has none, by the device's choice. */
export async function turnTo(page: Page, locale: Locale, theme: Theme): Promise<void> {
  const now = await page.evaluate(() => [
    document.documentElement.lang,
    document.documentElement.dataset['mantineColorScheme'],
  ])
  if (now[0] !== locale)
    await press(page, locale === 'ar' ? 'العربية' : 'English', () => choose(page, { 'user-locale': locale }))
  const label = say(locale)(theme === 'dark' ? 'Dark theme' : 'Light theme')
  if (now[1] !== theme) await press(page, label, () => choose(page, { 'user-theme': `${theme}-theme` }))
  await page.waitForFunction(
    ([lang, scheme]) =>
      document.documentElement.lang === lang &&
      document.documentElement.dir === (lang === 'ar' ? 'rtl' : 'ltr') &&
      document.documentElement.dataset['mantineColorScheme'] === scheme,
    [locale, theme],
  )
  // What a button says while it is pointed at is no part of the page.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
}

async function press(page: Page, name: string, otherwise: () => Promise<void>): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await ((await button.count()) > 0 ? button.click() : otherwise())
}

async function choose(page: Page, choice: Record<string, string>): Promise<void> {
  await page.evaluate(
    (entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)),
    Object.entries(choice),
  )
  await page.reload()
}

/** Waits until the page shows what it is about: its heading, and nothing that is still being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}
