import type { Page } from 'playwright-core'

const shown = ['dialog', 'menu', 'listbox'].map((role) => `[role="${role}"]:visible`).join(', ')
// Heads of columns sort, and open nothing.
const buttonsOf = 'main button:not(thead button)'
const patience_ms = 1_000

/**
 * Presses the buttons of a page that open something, one of each kind and `most` in all, and calls back while it is open.
 * What they open is closed again unanswered.
 */
export async function openDialogs(page: Page, most: number, look: () => Promise<void>): Promise<void> {
  const address = page.url()
  const kinds = new Set<string>()
  await rowsShown(page)
  for (let at = 0; at < (await page.locator(buttonsOf).count()) && kinds.size < most; at++) {
    const button = page.locator(buttonsOf).nth(at)
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue
    // Buttons of rows are named after the row; their pictures tell their kinds apart.
    const kind = await button.evaluate(
      (element) => element.querySelector('svg')?.innerHTML ?? element.textContent ?? '',
    )
    if (kinds.has(kind)) continue
    kinds.add(kind)
    if (await opens(page, () => button.click({ timeout: 2 * patience_ms }))) {
      await look()
      if (await closes(page)) continue
    } else if (page.url() === address) continue
    await page.goto(address)
    await rowsShown(page)
  }
}

/** Waits for the page, and for the buttons of rows, which come with the rows. */
async function rowsShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page
    .locator('main tbody button')
    .first()
    .waitFor({ timeout: patience_ms })
    .catch(() => undefined)
}

/** Whether a press opens something. Its code and its contents come when they are needed. */
async function opens(page: Page, press: () => Promise<void>): Promise<boolean> {
  try {
    await press()
    await page.locator(shown).first().waitFor({ timeout: patience_ms })
  } catch {
    return false
  }
  await page.waitForFunction(() => document.querySelector('[role="dialog"] [aria-busy="true"]') === null)
  return true
}

/** Whether nothing is open any more after Escape; what lies upon something else takes two. */
async function closes(page: Page): Promise<boolean> {
  for (let pressed = 0; pressed < 2; pressed++) {
    await page.keyboard.press('Escape')
    const isClosed = await page
      .locator(shown)
      .first()
      .waitFor({ state: 'hidden', timeout: patience_ms })
      .then(
        () => true,
        () => false,
      )
    if (isClosed) return true
  }
  return false
}
