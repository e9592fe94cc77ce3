import type { Page } from 'playwright-core'
import { loaded, settled } from './look.ts'

const shown = '[role="dialog"], [role="menu"], [role="listbox"]'
// Heads of columns sort, and open nothing.
const buttonsOf = 'main button:not(thead button)'
/** About a second where the machine has nothing else to do, and longer where a page gets its turn more rarely. */
const patience_frames = 60

/**
 * Presses the buttons of a page that open something, one of each kind and `most` in all, and calls back while it is open.
 * What they open is closed again unanswered.
 */
export async function openDialogs(page: Page, most: number, look: () => Promise<void>): Promise<void> {
  const address = page.url()
  const kinds = new Set<string>()
  await settled(page)
  for (let at = 0; at < (await page.locator(buttonsOf).count()) && kinds.size < most; at++) {
    const button = page.locator(buttonsOf).nth(at)
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue
    // Buttons of rows are named after the row; their pictures tell their kinds apart.
    const kind = await button.evaluate(
      (element) => element.querySelector('svg')?.innerHTML ?? element.textContent ?? '',
    )
    if (kinds.has(kind)) continue
    kinds.add(kind)
    if (await opens(page, () => button.click({ timeout: 10_000 }))) {
      await look()
      if (await chooseEach(page, () => button.click({ timeout: 10_000 }), kinds, look)) continue
      if (await closes(page)) continue
    } else if (page.url() === address) continue
    await page.goto(address)
    await settled(page)
  }
}

/** Walks through a menu that is open: what its entries open is looked at too. False where no menu is open, or a page was left. */
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
    // An entry that switches something would do so; those are pressed by the tests of what they switch.
    if (kinds.has(kind) || (await entry.getAttribute('role')) === 'menuitemcheckbox') continue
    kinds.add(kind)
    await entry.click()
    await page.locator('[role="menu"]').waitFor({ state: 'detached' })
    if (page.url() !== address) return false
    if (!(await becomes(page, true))) continue
    await loaded(page, '[role="dialog"]')
    await look()
    if (!(await closes(page))) return false
  }
  return (await entries.count()) === 0 || closes(page)
}

/** Whether within the patience something is open, or nothing. */
const becomes = (page: Page, isOpen: boolean): Promise<boolean> =>
  page.evaluate(
    async ([selector, awaited, frames]) => {
      for (let frame = 0; frame < frames; frame++) {
        const open = [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())
        if (open === awaited) return true
        await new Promise(requestAnimationFrame)
      }
      return false
    },
    [shown, isOpen, patience_frames] as const,
  )

/** Whether a press opens something. Its code and its contents come when they are needed. */
async function opens(page: Page, press: () => Promise<void>): Promise<boolean> {
  try {
    await press()
    if (!(await becomes(page, true))) return false
  } catch {
    return false
  }
  await loaded(page, '[role="dialog"]')
  return true
}

/** Whether nothing is open any more after Escape; what lies upon something else takes two. */
async function closes(page: Page): Promise<boolean> {
  for (let pressed = 0; pressed < 2; pressed++) {
    await page.keyboard.press('Escape')
    if (await becomes(page, false)) return true
  }
  return false
}
