import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sampleOf } from '#server/test/proofs.ts'
import { findBarriers } from './support/axe.ts'
import { waitUntilLoaded, waitUntilSettled, waitUntilStill, type Theme } from './support/look.ts'
import { openDialogs } from './support/open-dialogs.ts'
import { sampleOfPages } from './support/pages.ts'
import { people, type Login } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say, type Locale } from './support/texts.ts'

const stage = useStage()
const dialog = '[role="dialog"]'

/** A page in a language chosen on the device; the account keeps its own. */
async function open(login: Login, path: string, locale: Locale): Promise<Page> {
  const page = await stage().newPageOf(login, '/api/keys')
  await page.evaluate((language) => localStorage.setItem('user-locale', language), locale)
  await page.goto(stage().origin(login.host) + path)
  await waitUntilSettled(page)
  return page
}

type Look = [Theme, 'all' | 'changeable']

/** As for pages: the full run sees each dialog in both themes and languages; the sample in two opposite looks, alternating between pages. */
const whole: Look[] = [
  ['light', 'all'],
  ['dark', 'changeable'],
]
const looksOf = (locale: Locale, at: number): readonly Look[] =>
  sampleOfPages([whole[(at + (locale === 'ar' ? 1 : 0)) % 2]!], whole)

/** Accessibility barriers of the open dialog, in each theme. */
async function findDialogBarriers(page: Page, locale: Locale, looks: readonly Look[] = whole): Promise<string[]> {
  const name = await page.evaluate((open) => {
    const element = [...document.querySelectorAll(open)].at(-1)
    const title = element?.getAttribute('aria-labelledby')
    return element?.getAttribute('aria-label') ?? (title && document.getElementById(title)?.textContent) ?? ''
  }, dialog)
  const barriers: string[] = []
  for (const [theme, rules] of looks) {
    await page.evaluate((scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme), theme)
    // Color transitions run even with reduced motion.
    await waitUntilStill(page)
    barriers.push(...(await findBarriers(page, rules, dialog)).map((each) => `${locale} ${theme} ${name}: ${each}`))
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
  return barriers
}

/** Pages, and texts that must appear in the dialogs of their buttons, so that none is missed. */
const pages: [string, Login, string, string[]][] = [
  [
    'the agency tree',
    people.root,
    '/configuration/agency-list',
    ['Add agency', 'View as user', 'Set Sales Person', 'Set Cost for Agency', 'Delete this agency?'],
  ],
  [
    'the client list',
    people.acmeOwner,
    '/configuration/client-management',
    ['Client groups', 'Add client', 'Delete this client?'],
  ],
  ['the roles', people.acmeOwner, '/configuration/role-list', ['Add role']],
  ['the administrators', people.acmeOwner, '/configuration/administrator-list', ['Invite administrator']],
  // T014
  ['the operator’s administrators', people.root, '/configuration/administrator-list', ['Report Analytics']],
  ['the user logs', people.acmeOwner, '/configuration/general-setting?section=user-logs', ['Filters']],
]

const locales = ['en', 'ar'] as const
/** The everyday run opens the dialogs of a page in one language, alternating between pages. */
const localesOf = (at: number): readonly Locale[] => sampleOf<readonly Locale[]>([locales[at % 2]!], locales)
const rows = pages.flatMap(([name, login, path, texts], at) =>
  localesOf(at).map((locale) => ({ name, login, path, texts, locale, looks: looksOf(locale, at) })),
)

// R010, and the same accessibility rules for dialogs as for pages.
describe('Every dialog', () => {
  it.each(rows)('of $name passes the a11y checks: $locale', async (row) => {
    const { login, path, texts, locale, looks } = row
    const barriers: string[] = []
    const page = await open(login, path, locale)
    const dialogTexts: string[] = []
    await openDialogs(page, 20, async () => {
      if ((await page.locator(dialog).count()) === 0) return
      dialogTexts.push(await page.locator(dialog).last().innerText())
      barriers.push(...(await findDialogBarriers(page, locale, looks)))
    })
    for (const text of texts) expect(dialogTexts.join('\n')).toContain(say(locale)(text))
    expect(barriers).toEqual([])
  })

  it.each(locales)('of the account passes the a11y checks: %s', async (locale) => {
    const barriers: string[] = []
    const t = say(locale)
    const page = await open(people.acmeOwner, '/configuration/client-management', locale)
    for (const item of ['Change Password', 'Two Factor Authentication', 'Sessions', 'Developer']) {
      await page.getByRole('button', { name: t('Account of {name}', { name: people.acmeOwner.name }) }).click()
      await page.getByRole('menuitem', { name: t(item), exact: true }).click()
      await page.locator(dialog).waitFor()
      await waitUntilLoaded(page, '[role="dialog"]')
      barriers.push(...(await findDialogBarriers(page, locale, looksOf(locale, 0))))
      await page.keyboard.press('Escape')
      await page.locator(dialog).waitFor({ state: 'detached' })
    }
    expect(barriers).toEqual([])
  })

  it('of a beta feature asks once, sends back anybody who declines, and passes the a11y checks', async () => {
    const login = people.acmeAdmin
    const t = say('en')
    const page = await stage().newPageOf(login, '/configuration/client-management', { worker: 'off' })
    await waitUntilSettled(page)
    stage().allow(page, /ERR_FAILED/)
    const gate = stage().origin(login.host) + '/b2bid/campaign-management'
    // T037, T038.
    const agreement = page.getByRole('dialog', { name: t('Service Agreement') })
    await page.goto(gate)
    await agreement.waitFor()
    expect(await findDialogBarriers(page, 'en')).toEqual([])
    await agreement.getByRole('button', { name: t('Cancel') }).click()
    await page.waitForURL('**/configuration/client-management')

    await page.goto(gate)
    const call = '**/api/marketing-services-agreement-feature/**'
    await page.route(call, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
    const agree = agreement.getByRole('button', { name: t('Yes, I Agree') })
    await agree.click()
    // R178, T059.
    await page.getByText(t('Something went wrong, please try again later')).waitFor()
    expect(await agreement.isVisible()).toBe(true)
    await page.unroute(call)
    await agree.click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await agreement.waitFor({ state: 'detached' })

    // R111: a recorded agreement is not requested again.
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await agreement.count()).toBe(0)
  })
})
