import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

/** Fails if nothing shows where the focus is. */
export async function expectFocusSeen(page: Page): Promise<void> {
  const { isMarked, html } = await page.evaluate(() => {
    const element = document.activeElement!
    // The focus ring may be on a field's wrapper, or on the row that a link represents.
    const places = [
      getComputedStyle(element),
      getComputedStyle(element, '::after'),
      getComputedStyle(element.parentElement!),
      // The field around the names of a field for several, and what is typed after them.
      getComputedStyle(element.closest('div[class*="-input"]') ?? element),
    ]
    const isMarked = places.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
    )
    return { isMarked: element === document.body || isMarked, html: element.outerHTML.slice(0, 200) }
  })
  expect(isMarked, `the focus can be seen on ${html}`).toBe(true)
}

/** Presses Tab until the target has the focus. Fails if the focus is invisible at a stop on the way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  // Each of a list's companies has up to nine stops.
  for (let times = 0; times < 120; times++) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
    await expectFocusSeen(page)
  }
  throw new Error('not reached with 120 Tab presses')
}
