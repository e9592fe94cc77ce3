import type { Page } from 'playwright-core'
import { waitUntilLoaded, waitUntilSettled } from './look.ts'

const overlays = '[role="dialog"], [role="menu"], [role="listbox"]'
// Column headers sort, and open nothing.
const buttonsOf = 'main button:not(thead button)'
/** About a second on an idle machine, and longer if the page gets fewer frames. */
const patience_frames = 60

/**
 * Clicks the buttons of a page that open something, one of each kind and `most` in all, and calls back while it is
 * open. Closes it again without submitting.
 */
export async function openDialogs(page: Page, most: number, look: () => Promise<void>): Promise<void> {
  const address = page.url()
  const kinds = new Set<string>()
  await waitUntilSettled(page)
  for (let at = 0; at < (await page.locator(buttonsOf).count()) && kinds.size < most; at++) {
    const button = page.locator(buttonsOf).nth(at)
    const kind = await kindOf(page, at)
    if (kind === null || kinds.has(kind)) continue
    kinds.add(kind)
    if (await opens(page, () => button.click({ timeout: 10_000 }))) {
      await look()
      if (await chooseEach(page, () => button.click({ timeout: 10_000 }), kinds, look)) continue
      if (await closes(page)) continue
    } else if (page.url() === address) continue
    await page.goto(address)
    await waitUntilSettled(page)
  }
}

/**
 * What kind of button stands at a place; null if it is hidden, disabled or gone, since a list that is read again may have
 * become shorter. Buttons of rows are named after the row, so their icons tell them apart.
 */
const kindOf = (page: Page, at: number): Promise<string | null> =>
  page.evaluate(
    ([selector, at]) => {
      const button = document.querySelectorAll<HTMLButtonElement>(selector)[at]
      if (!button?.checkVisibility({ visibilityProperty: true }) || button.matches(':disabled, [aria-disabled=true]'))
        return null
      return button.querySelector('svg')?.innerHTML ?? button.textContent ?? ''
    },
    [buttonsOf, at] as const,
  )

/** Goes through an open menu, including what its entries open. False if no menu is open or the page was left. */
async function chooseEach(
  page: Page,
  reopen: () => Promise<void>,
  kinds: Set<string>,
  look: () => Promise<void>,
): Promise<boolean> {
  const address = page.url()
  const entries = page.locator('[role="menu"] :is([role="menuitem"], [role="menuitemcheckbox"])')
  const count = await entries.count()
  if (count === 0) return false
  for (let at = 0; at < count; at++) {
    if ((await entries.count()) === 0 && !(await opens(page, reopen))) return false
    const entry = entries.nth(at)
    const kind = await entry.evaluate((element) => element.querySelector('svg')?.innerHTML ?? element.textContent ?? '')
    // Clicking a toggle would switch it; other tests cover those.
    if (kinds.has(kind) || (await entry.getAttribute('role')) === 'menuitemcheckbox') continue
    kinds.add(kind)
    await entry.click()
    await page.locator('[role="menu"]').waitFor({ state: 'detached' })
    if (page.url() !== address) return false
    if (!(await becomes(page, true))) continue
    await waitUntilLoaded(page, '[role="dialog"]')
    await look()
    if (!(await closes(page))) return false
  }
  return (await entries.count()) === 0 || closes(page)
}

/** Whether something is open (or nothing) before the timeout. */
const becomes = (page: Page, isOpen: boolean): Promise<boolean> =>
  page.evaluate(
    async ([selector, isOpen, frames]) => {
      for (let frame = 0; frame < frames; frame++) {
        const open = [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())
        if (open === isOpen) return true
        await new Promise(requestAnimationFrame)
      }
      return false
    },
    [overlays, isOpen, patience_frames] as const,
  )

/** Whether a click opens something. Code and content may load on demand. */
async function opens(page: Page, press: () => Promise<void>): Promise<boolean> {
  try {
    await press()
    if (!(await becomes(page, true))) return false
  } catch {
    return false
  }
  await waitUntilLoaded(page, '[role="dialog"]')
  return true
}

/** Whether Escape closes everything; stacked layers need two presses. */
async function closes(page: Page): Promise<boolean> {
  for (let press = 0; press < 2; press++) {
    await page.keyboard.press('Escape')
    if (await becomes(page, false)) return true
  }
  return false
}
