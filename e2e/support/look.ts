import type { Page } from 'playwright-core'
import { languageKey } from '#contract/core/language.ts'
import { say, type Locale } from './texts.ts'
import { languagePath } from './watch.ts'

export type Theme = 'light' | 'dark'

/** Sets the language and theme of an open page with its buttons, or in local storage if it has none. */
export async function setAppearance(page: Page, locale: Locale, theme: Theme): Promise<void> {
  await turnLanguage(page, locale)
  const label = say(locale)(theme === 'dark' ? 'Dark theme' : 'Light theme')
  await turn(page, { 'data-mantine-color-scheme': theme }, label, { 'user-theme': `${theme}-theme` })
  // Tooltips of hovered buttons are not part of the page.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
}

/** For a signed-in user this is also stored in the account, so wait until it is. */
export async function turnLanguage(page: Page, locale: Locale): Promise<void> {
  if ((await page.evaluate(() => document.documentElement.lang)) === locale) return
  const isKept = await page.evaluate(() => localStorage.getItem('access_token') && !localStorage.getItem('view_mode'))
  const save = isKept
    ? page.waitForResponse((response) => response.url().endsWith(languagePath), { timeout: 20_000 }).catch(() => null)
    : null
  const marks = { lang: locale, dir: locale === 'ar' ? 'rtl' : 'ltr' }
  const name = locale === 'ar' ? 'العربية' : 'English'
  // The bar with the button comes after the page's first words.
  const button = page.getByRole('button', { name, exact: true })
  if (isKept) await button.waitFor({ timeout: 10_000 }).catch(() => undefined)
  const isPressed = await turn(page, marks, name, { [languageKey]: locale })
  // Without a button, only the device's setting changes.
  if (isPressed) await save
}

/** Clicks until the document changes, because a button may render before it is hydrated. Returns whether it exists. */
async function turn(
  page: Page,
  marks: Record<string, string>,
  name: string,
  choice: Record<string, string>,
): Promise<boolean> {
  const isSo = (): Promise<boolean> =>
    page.evaluate(
      (entries) => entries.every(([key, value]) => document.documentElement.getAttribute(key) === value),
      Object.entries(marks),
    )
  const button = page.getByRole('button', { name, exact: true })
  let isThere = false
  for (let pressed_ms = -Infinity; !(await isSo());) {
    if (Date.now() - pressed_ms > 4_000) {
      pressed_ms = Date.now()
      isThere = (await button.count()) > 0
      await (isThere ? button.click() : choose(page, choice))
    }
    await page.waitForTimeout(50)
  }
  return isThere
}

/** Stores what the button would store: the server reads the language from its cookie. */
async function choose(page: Page, choice: Record<string, string>): Promise<void> {
  await page.evaluate(
    (entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)),
    Object.entries(choice),
  )
  const { origin } = new URL(page.url())
  const language = choice[languageKey]
  if (language) await page.context().addCookies([{ name: languageKey, value: language, url: origin }])
  await page.reload()
}

/** Waits until the page shows its heading and nothing is loading. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitUntilLoaded(page)
}

/** Waits until nothing is loading, on the page or in one part of it. */
export async function waitUntilLoaded(page: Page, within = ''): Promise<void> {
  const signs = ['[aria-busy="true"]', '.mantine-Skeleton-root[data-visible]'].map((sign) => `${within} ${sign}`).join()
  await page.waitForFunction((selector) => document.querySelector(selector) === null, signs)
}

/** Waits until the layout has settled after resizing: scripts move some parts a frame or two after the style sheets. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })))
  await waitUntilStill(page)
}

/**
 * Waits until nothing moves or changes color for two frames: a color that is inherited starts another transition in each
 * part that has one of its own. What turns for ever is left out, and what has ended and keeps its last look.
 */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moves = (one: Animation) => one.playState === 'running' && one.effect?.getTiming().iterations !== Infinity
    let stillFrames = 0
    while (stillFrames < 2) {
      await new Promise(requestAnimationFrame)
      const motions = document.getAnimations().filter(moves)
      await Promise.allSettled(motions.map(({ finished }) => finished))
      stillFrames = motions.length === 0 ? stillFrames + 1 : 0
    }
  })
}
