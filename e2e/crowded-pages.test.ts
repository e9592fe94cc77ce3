import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { crowd } from './support/crowd.ts'
import { findLayoutFaults } from './support/layout.ts'
import { waitUntilDrawn, waitUntilSettled, type Theme } from './support/look.ts'
import { byPerson, openPage, pages, sampleOfPages } from './support/pages.ts'
import { useStage } from './support/stage.ts'
import type { Locale } from './support/texts.ts'
import { useTour } from './support/tour.ts'

const stage = useStage()
const tour = useTour(stage)

type Side = { locale: Locale; theme: Theme; widths: number[] }

/**
 * Covers each width, language and theme on every page, in combinations that alternate between pages: a page's cost
 * depends on how often the language changes, not on widths. The sample covers every other page, once each.
 */
const everySide: Side[][] = [
  [
    { locale: 'en', theme: 'light', widths: [1280, 768] },
    { locale: 'ar', theme: 'dark', widths: [1280, 768, 640, 360] },
    { locale: 'en', theme: 'dark', widths: [640, 360] },
  ],
  [
    { locale: 'en', theme: 'dark', widths: [1280, 768] },
    { locale: 'ar', theme: 'light', widths: [1280, 768, 640, 360] },
    { locale: 'en', theme: 'light', widths: [640, 360] },
  ],
]
const sample: Side[][] = [
  [{ locale: 'en', theme: 'light', widths: [1280, 360] }],
  [{ locale: 'ar', theme: 'dark', widths: [768, 360] }],
  [{ locale: 'en', theme: 'dark', widths: [640, 768] }],
  [{ locale: 'ar', theme: 'light', widths: [1280, 640] }],
]
const looks = sampleOfPages(sample, everySide)
const lookedAt = sampleOfPages(
  pages.filter((_page, at) => at % 2 === 0),
  pages,
)

/** A screen of 1280 px at 200 % zoom is 640 CSS pixels wide, with a device pixel ratio of 2. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width === 640 ? 450 : 900 })
  if (width !== 640) return
  const session = await page.context().newCDPSession(page)
  const metrics = { width, height: 450, deviceScaleFactor: 2, mobile: false }
  await session.send('Emulation.setDeviceMetricsOverride', metrics)
  await session.detach()
}

/** Sets language and theme from the next load on. */
async function turn(page: Page, { locale, theme }: Side): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.addInitScript((language) => localStorage.setItem('user-locale', language), locale)
}

async function faultsAt(page: Page, { locale, theme, widths }: Side): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await resize(page, width)
    await waitUntilSettled(page)
    await waitUntilDrawn(page)
    const faults = await findLayoutFaults(page)
    problems.push(...faults.map((fault) => `${locale} ${theme} ${width}: ${fault}`))
  }
  return problems
}

const rows = lookedAt.flatMap(([name, login, path], at) =>
  looks[at % looks.length]!.map((side) => ({ name, login, path, side, look: `${side.locale} ${side.theme}` })),
)

describe('Every page with names of 80 letters and a thousand rows', () => {
  it.each(byPerson(rows.toSorted((one, other) => one.look.localeCompare(other.look))))(
    '$name, $look: nothing overlaps, is covered, scrolls sideways, wraps in a row, or is cut off without an ellipsis',
    async ({ name, login, path, side, look }) => {
      const prepare = async (crowdedPage: Page): Promise<void> => {
        await crowd(crowdedPage)
        await turn(crowdedPage, side)
      }
      const page = await openPage(stage(), name, login, path, { prepare, tour, look })
      await waitUntilSettled(page)
      expect(await faultsAt(page, side)).toEqual([])
    },
  )
})

const row = (cells: string): string => `<table><tbody><tr style="display: grid">${cells}</tr></tbody></table>`
const narrow = 'overflow: hidden; width: 40px; white-space: nowrap'

describe('The page checks', () => {
  it.each([
    ['scrolls sideways', '<div style="width: 2000px">Wide</div>'],
    ['row of', row('<td style="height: 90px">High</td>')],
    ['printed over each other', '<p>One name</p><p style="margin-top: -34px">Another name</p>'],
    ['cut short: "A name', `<div style="${narrow}">A name that is longer than its place</div>`],
    ['our own words are cut short: "Save', `<button title="Save changes" style="${narrow}">Save changes</button>`],
    ['"Save" lies behind', '<div style="position: fixed; inset: 0">Bar</div><button>Save</button>'],
  ])('report what %s', async (fault, markup) => {
    const page = await stage().newPage()
    await page.setContent(`<main>${markup}</main>`)
    expect(await findLayoutFaults(page)).toContainEqual(expect.stringContaining(fault))
  })

  it('report nothing on a good page', async () => {
    const page = await stage().newPage()
    await page.setContent(`<main><h1>Leads</h1><button>Save</button>${row('<td>One</td><td>Two</td>')}</main>`)
    expect(await findLayoutFaults(page)).toEqual([])
  })
})
