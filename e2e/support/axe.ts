import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What is asked of whole pages only: a document that is framed in a dialog has its landmarks around the frame. */
const ofPages = ['landmark-one-main', 'region', 'page-has-heading-one']
/** What language, theme and width can break on a page whose structure is known to be sound. */
const changeable = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/** The builder sends a megabyte of code twice each time, which takes longer than to ask the questions. */
async function alreadyThere(page: Page): Promise<{ axeSource?: string }> {
  const frames = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in globalThis)))
  return frames.every(Boolean) ? { axeSource: 'void 0' } : {}
}

/** A changed theme or width reaches the links of a framed page one drawn frame late. Frames out of sight draw none. */
async function drawn(page: Page): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      const twice = new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      })
      await Promise.race([twice, new Promise((resolve) => setTimeout(resolve, 1_000))])
    })
}

/** What axe finds wrong with the page as it is now, a line for each element. */
export async function findBarriers(
  page: Page,
  rules: 'all' | 'changeable' = 'all',
  within?: string,
): Promise<string[]> {
  await drawn(page)
  // In one frame; the other mode opens a window of its own for each page.
  const builder = new AxeBuilder({ page, ...(await alreadyThere(page)) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false })
  if (within) builder.include(within).disableRules(ofPages)
  const { violations } = await (rules === 'all' ? builder : builder.withRules(changeable)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.split('\n')[1] ?? ''}`),
  )
}

/** By how many pixels the page can be scrolled sideways. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
