import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { waitUntilSettled, type Theme } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import type { Locale } from './support/texts.ts'

const stage = useStage()

const dashboard = '/siteid/dashboard'
const code = '**/assets/*.js'
/** On a phone the notes of two rows of figures above the chart may each wrap to one more line, and so may a label beside its badge. */
const linesOfNotes_px = 54

/** Loads the page with all scripts blocked, to see its first paint. */
async function freeze(page: Page, act: () => Promise<unknown> = () => page.reload()): Promise<void> {
  await page.route(code, (route) => route.abort())
  await act()
  await page.unroute(code)
}

type Box = { x: number; y: number; width: number; height: number }
type Boxes = Record<'topBar' | 'sidebar' | 'brand' | 'title' | 'actions' | 'chart', Box> & { figures: Box[] }

/**
 * The class names of the shell's parts. The HTML outline and the real shell share their styles, hence their class
 * names, so the outline's names find the same parts in the page.
 */
const classesOfShell = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const shell = document.getElementById('shell')!
    const figures = shell.querySelector('[data-figures]')!
    const title = shell.querySelector('[data-only="dashboard"] bdi')!.parentElement!
    return {
      topBar: shell.children[0]!.className,
      sidebar: shell.children[1]!.className,
      brand: shell.querySelector('[data-brand-name]')!.parentElement!.className,
      title: title.className,
      actions: title.parentElement!.nextElementSibling!.className,
      figures: figures.className,
    }
  })

const boxesOf = (page: Page, classes: Record<string, string>): Promise<Boxes> =>
  page.evaluate((names) => {
    const find = (name: string) => document.querySelector(`.${names[name]}`)!
    const boxOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    }
    const parts = ['topBar', 'sidebar', 'brand', 'title', 'actions'].map((name) => [name, boxOf(find(name))])
    const figures = find('figures')
    return {
      ...Object.fromEntries(parts),
      chart: boxOf(figures.nextElementSibling!),
      figures: [...figures.children].map(boxOf),
    } as Boxes
  }, classes)

/** The edge where something starts in reading direction. */
const sideOf = ({ x, width }: Box, locale: Locale): number => (locale === 'ar' ? x + width : x)

function expectSame(before: Boxes, after: Boxes, locale: Locale, width: number): void {
  const near = (one: number, other: number, what: string, by_px = 1): void =>
    expect(Math.abs(one - other), `${what}: ${one} and ${other}`).toBeLessThanOrEqual(by_px)
  for (const name of ['topBar', 'sidebar'] as const)
    for (const side of ['x', 'y', 'width', 'height'] as const)
      near(before[name][side], after[name][side], `${name} ${side}`)
  // Text width depends on the font, which loads later.
  for (const name of ['brand', 'title'] as const) {
    near(sideOf(before[name], locale), sideOf(after[name], locale), name)
    for (const side of ['y', 'height'] as const) near(before[name][side], after[name][side], `${name} ${side}`)
  }
  near(before.actions.y, after.actions.y, 'actions y')
  expect(before.figures).toHaveLength(after.figures.length)
  for (const [n, figure] of before.figures.entries()) {
    const real = after.figures[n]!
    for (const side of ['x', 'width'] as const) near(figure[side], real[side], `figure ${n} ${side}`)
    if (width > 480) near(figure.height, real.height, `figure ${n} height`)
  }
  near(before.figures[0]!.y, after.figures[0]!.y, 'figures y')
  for (const side of ['x', 'width'] as const) near(before.chart[side], after.chart[side], `chart ${side}`)
  near(before.chart.y, after.chart.y, 'chart y', width > 480 ? 1 : linesOfNotes_px)
}

const looks: [Locale, Theme, number][] = [
  ['en', 'light', 1280],
  ['ar', 'dark', 1280],
  ['en', 'dark', 360],
  ['ar', 'light', 360],
]

describe('A signed-in person', () => {
  it.each([people.plumbright, people.acmeOwner])(
    'sees the frame of $name before any code has loaded, and nothing shifts when it has',
    async (login) => {
      for (const [locale, theme, width] of looks) {
        const page = await stage().newPageOf(login, dashboard, { theme, width, worker: 'off' })
        await waitUntilSettled(page)
        await page.evaluate((language) => localStorage.setItem('user-locale', language), locale)
        await freeze(page)
        const classes = await classesOfShell(page)
        const before = await boxesOf(page, classes)
        expect(await page.locator('#shell').innerText()).toMatch(
          locale === 'ar' ? /Acme Growth\s+لوحة المعلومات/ : /Acme Growth\s+Dashboard/,
        )
        await page.reload()
        await waitUntilSettled(page)
        expect(await page.locator('#shell').count()).toBe(0)
        expectSame(before, await boxesOf(page, classes), locale, width)
        await page.close()
      }
    },
  )

  it('has the frame hidden from screen readers, focus, and the page’s content', async () => {
    const page = await stage().newPageOf(people.plumbright, dashboard, { worker: 'off' })
    await freeze(page)
    const shell = page.locator('#shell')
    expect(await shell.getAttribute('aria-hidden')).toBe('true')
    expect(await shell.locator('h1, h2, h3, a, button, input, main, nav, header, [role], [tabindex]').count()).toBe(0)
    expect(await page.evaluate(() => document.querySelector('#root')!.childElementCount)).toBe(0)
  })

  it('sees no title on other pages, which may redirect', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/', { worker: 'off' })
    await waitUntilSettled(page)
    for (const path of ['/', '/login', '/siteid/leads', '/configuration/client-management', '/nowhere']) {
      stage().allow(page, /status of 404/)
      await freeze(page, () => page.goto(stage().origin(people.acmeOwner.host) + path))
      expect([path, (await page.locator('#shell').innerText()).trim()]).toEqual([path, 'Acme Growth'])
    }
  })

  it('sees no frame around visitor pages, nor the host’s own in view mode', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/', { worker: 'off' })
    await waitUntilSettled(page)
    const shellAt = async (path: string): Promise<number> => {
      await freeze(page, () => page.goto(stage().origin(people.acmeOwner.host) + path))
      return page.locator('#shell').count()
    }
    for (const path of ['/privacy-policy', '/sso?token=x', '/shared-report', '/confirm-email/x'])
      expect([path, await shellAt(path)]).toEqual([path, 0])
    await page.evaluate(() => localStorage.setItem('view_mode', 'on'))
    expect(await shellAt(dashboard)).toBe(0)
  })

  it('sees it disappear when something other than the page appears', async () => {
    const page = await stage().newPageOf(people.acmeOwner, dashboard, { worker: 'off' })
    await waitUntilSettled(page)
    stage().allow(page, /status of 500|CallFailure/)
    await page.route('**/api/user', (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await page.getByRole('heading', { name: 'Something Went Wrong' }).waitFor()
    expect(await page.locator('#shell').count()).toBe(0)
    await page.unrouteAll()

    stage().allow(page, /ERR_FAILED/)
    await page.route(/\/assets\/application-[^/]+\.js$/, (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').getByText("We're sorry, an error occurred while loading the page.").waitFor()
    expect(await page.locator('#shell').count()).toBe(0)
    await page.unrouteAll()

    stage().allow(page, /status of 401/)
    await page.evaluate(() => {
      localStorage.setItem('access_token', 'x'.repeat(43))
      localStorage.setItem('refresh_token', 'x'.repeat(43))
    })
    await page.reload()
    await page.getByRole('dialog', { name: 'Session Ended' }).waitFor()
    expect(await page.locator('#shell').count()).toBe(0)
  })
})

it('Visitors see no frame, and are redirected to the login', async () => {
  const page = await stage().newPage({ worker: 'off' })
  await freeze(page, () => page.goto(stage().origin(people.acmeOwner.host) + dashboard))
  expect(await page.locator('#shell').count()).toBe(0)
})
