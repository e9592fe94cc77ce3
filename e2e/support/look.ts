import type { Page } from 'playwright-core'
import { say, type Locale } from './texts.ts'

export type Theme = 'light' | 'dark'

/** Puts a page that is open into a language and a theme, by its own buttons; where it has none, by the device's choice. */
export async function turnTo(page: Page, locale: Locale, theme: Theme): Promise<void> {
  await turnLanguage(page, locale)
  const label = say(locale)(theme === 'dark' ? 'Dark theme' : 'Light theme')
  await turn(page, { 'data-mantine-color-scheme': theme }, label, { 'user-theme': `${theme}-theme` })
  // What a button says while it is pointed at is no part of the page.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
}

export const turnLanguage = (page: Page, locale: Locale): Promise<void> =>
  turn(page, { lang: locale, dir: locale === 'ar' ? 'rtl' : 'ltr' }, locale === 'ar' ? 'العربية' : 'English', {
    'user-locale': locale,
  })

/** Presses until the document says so: a button that was drawn but not yet heard takes no press. */
async function turn(
  page: Page,
  marks: Record<string, string>,
  name: string,
  choice: Record<string, string>,
): Promise<void> {
  const isSo = (): Promise<boolean> =>
    page.evaluate(
      (entries) => entries.every(([key, value]) => document.documentElement.getAttribute(key) === value),
      Object.entries(marks),
    )
  const button = page.getByRole('button', { name, exact: true })
  for (let pressed_ms = -Infinity; !(await isSo());) {
    if (Date.now() - pressed_ms > 4_000) {
      pressed_ms = Date.now()
      await ((await button.count()) > 0 ? button.click() : choose(page, choice))
    }
    await page.waitForTimeout(50)
  }
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
  await loaded(page)
}

/** Waits until nothing is still being loaded, on the page or in one part of it. */
export async function loaded(page: Page, within = ''): Promise<void> {
  const signs = ['[aria-busy="true"]', '.mantine-Skeleton-root[data-visible]'].map((sign) => `${within} ${sign}`).join()
  await page.waitForFunction((selector) => document.querySelector(selector) === null, signs)
}
