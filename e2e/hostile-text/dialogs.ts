import type { Page } from 'playwright-core'

const shown = '[role="dialog"], [role="menu"], [role="listbox"]'
const most = Number(process.env['XSS_DIALOGS'] ?? 5)

/**
 * Presses the buttons of a page that open something, one of each kind, and calls back while it is open. What they open is
 * closed again unanswered.
 */
export async function openDialogs(page: Page, look: () => Promise<void>): Promise<void> {
  const address = page.url()
  const buttons = page.locator('main').getByRole('button')
  const kinds = new Set<string>()
  const count = await buttons.count()
  for (let at = 0; at < count && kinds.size < most; at++) {
    const button = buttons.nth(at)
    if (!(await button.isVisible().catch(() => false)) || !(await button.isEnabled().catch(() => false))) continue
    // Buttons of rows are named after the row; their pictures tell their kinds apart.
    const kind = await button.evaluate(
      (element) => element.querySelector('svg')?.innerHTML ?? element.textContent ?? '',
    )
    if (kinds.has(kind)) continue
    kinds.add(kind)
    await button.click({ timeout: 2_000 }).catch(() => undefined)
    await page.waitForTimeout(100)
    if (page.url() !== address) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      continue
    }
    if ((await page.locator(shown).count()) === 0) continue
    await page.waitForFunction(() => document.querySelector('[role="dialog"] [aria-busy="true"]') === null)
    await look()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page
      .locator(shown)
      .first()
      .waitFor({ state: 'detached', timeout: 2_000 })
      .catch(() => page.goto(address).then(() => undefined))
  }
}
