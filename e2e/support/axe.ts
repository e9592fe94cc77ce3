import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Rules for whole pages only: a document framed in a dialog has its landmarks outside the frame. */
const ofPages = ['landmark-one-main', 'region', 'page-has-heading-one']
/** Rules that language, theme and width can break on a page whose structure is sound. */
const changeable = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/** Skips injecting axe again: the builder sends a megabyte of code twice each time, slower than the check itself. */
async function alreadyThere(page: Page): Promise<{ axeSource?: string }> {
  const frames = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in globalThis)))
  return frames.every(Boolean) ? { axeSource: 'void 0' } : {}
}

/** A new theme or width reaches the links of a framed page one frame late. Hidden frames are never painted. */
async function waitForFrames(page: Page): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      const twice = new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      })
      await Promise.race([twice, new Promise((resolve) => setTimeout(resolve, 1_000))])
    })
}

/** The violations that axe finds on the page as it is now, one line per element. */
export async function findBarriers(
  page: Page,
  rules: 'all' | 'changeable' = 'all',
  within?: string,
): Promise<string[]> {
  await waitForFrames(page)
  // Legacy mode runs in one frame; the other mode opens a separate window for each page.
  const builder = new AxeBuilder({ page, ...(await alreadyThere(page)) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false })
  if (within) builder.include(within).disableRules(ofPages)
  const { violations } = await (rules === 'all' ? builder : builder.withRules(changeable)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.split('\n')[1] ?? ''}`),
  )
}

/** How many pixels the page scrolls sideways. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/**
 * What makes the page scroll sideways: its widest elements. Charts and menus follow a new width a moment later, so only what
 * stays too wide counts.
 */
export async function findTooWide(page: Page): Promise<string[]> {
  const fits = page.waitForFunction(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    undefined,
    { timeout: 5_000 },
  )
  return fits.then(
    () => [],
    () =>
      page.evaluate(() => {
        const { clientWidth } = document.documentElement
        // What is out of sight on purpose, like the closed menu, makes no page wide.
        const visible = [...document.body.querySelectorAll('*')].filter((element) =>
          element.checkVisibility({ visibilityProperty: true }),
        )
        const wide = visible.filter((element) => {
          const { left, right } = element.getBoundingClientRect()
          return left < -1 || right > clientWidth + 1
        })
        const excerpts = wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 160))
        return ['scrolls sideways', ...excerpts]
      }),
  )
}
