import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers, sidewaysScroll } from './support/axe.ts'
import { waitUntilSettled, setAppearance } from './support/look.ts'
import { people } from './support/people.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()
const t = say('en')
const { acmeOwner } = people
const clients = '/configuration/client-management'

describe('A URL without a page', () => {
  it('R042: shows an error inside the frame, and links home', async () => {
    const page = await stage().newPageOf(acmeOwner, clients)
    stage().allow(page, /status of 404/)
    await page.goto(`${stage().origin(acmeOwner.host)}/nowhere`)
    await page.getByRole('heading', { name: '404 - Page Not Found', level: 1 }).waitFor()
    await page.getByText("The page you are looking for doesn't exist or has been moved.").waitFor()
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'Leads', exact: true })
      .waitFor()
    await page.goto(`${stage().origin(acmeOwner.host)}/siteid/nowhere/at/all`)
    await page.getByText("The page you are looking for doesn't exist or has been moved.").waitFor()
    await page.goto(`${stage().origin(acmeOwner.host)}/configuration/agency-list`)
    await page.getByText('The page you requested could not be found.').waitFor()
    await page.getByRole('link', { name: 'Go to Homepage' }).click()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  })
})

describe('A visitor', () => {
  it('R042: sees an error for a URL without a page, and is redirected to the login', async () => {
    const page = await stage().newPage()
    stage().allow(page, /status of 404/)
    const answer = await page.goto(`${stage().origin(acmeOwner.host)}/nowhere`)
    expect(answer!.status()).toBe(404)
    await page.getByRole('heading', { name: '404 - Page Not Found', level: 1 }).waitFor()
    await page.getByText("The page you are looking for doesn't exist or has been moved.").waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('link', { name: 'Go to Homepage' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  it('D1 2.1: who requests an application page is redirected to the login, and to the page afterwards', async () => {
    const page = await stage().newPage()
    await page.goto(stage().origin(acmeOwner.host) + clients)
    await page.waitForURL(/\/login\?next=/)
  })
})

describe('Code that fails to load', () => {
  it('R170: leaves the frame, shows an error, and loads on Retry', async () => {
    const page = await stage().newPageOf(acmeOwner, clients, { worker: 'off' })
    stage().allow(page, /net::ERR_FAILED|dynamically imported module/)
    const code = /\/assets\/visits-page-[^/]+\.js$/
    await page.route(code, (route) => route.abort())
    await page.getByRole('link', { name: 'Visits' }).click()
    await page.getByRole('heading', { name: 'Something Went Wrong' }).waitFor()
    await page.getByText("We're sorry, an error occurred while loading the page.").waitFor()
    await page.getByText('Please try again later or contact the administrator.').waitFor()
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Visits', level: 1 }).waitFor()
  })

  it('shows the text of the initial code while nothing else has loaded', async () => {
    const page = await stage().newPageOf(acmeOwner, clients, { worker: 'off' })
    await waitUntilSettled(page)
    stage().allow(page, /net::ERR_FAILED|dynamically imported module/)
    await page.route(/\/assets\/application-[^/]+\.js$/, (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').getByText("We're sorry, an error occurred while loading the page.").waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Client Management', level: 1 }).waitFor()
  })
})

const [userData, accessInformation, standing] = ['/api/user', '/api/user/checksetupcomplete/all', '/api/user/standing']

const nothing = { count: 0, leadspeek_api_id: null, campaignName: null, leadspeek_type: null }

/** Replaces facts in the server's response, from the next page load on. */
async function pretend(page: Page, path: string, facts: Record<string, unknown>): Promise<void> {
  const { data, ...answer } = await page.evaluate(async (path) => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`
    return (await fetch(path, { headers: { authorization } })).json() as Promise<{ data: Record<string, unknown> }>
  }, path)
  const json = { ...answer, data: { ...data, ...facts } }
  await page.route(`**${path}`, (route) => route.fulfill({ json }))
}

describe('What an account is missing', () => {
  it('R011, R103, R105: is a line over every page until it is settled; the sidebar leads to where that is', async () => {
    const page = await stage().newPageOf(acmeOwner, clients)
    await pretend(page, userData, { customer_card_id: null })
    await pretend(page, accessInformation, { paymentgateway: 'stripe', accountconnected: 'pending' })
    const notices = ['continueConnecting', 'paymentSetup'].map((kind) => ({ ...nothing, kind }))
    await pretend(page, standing, { notices })
    await page.reload()
    const lines = page.getByRole('region', { name: 'Account notices' })
    await lines.getByText('Please continue complete the form to connect your account').waitFor()
    // R108: without a card, payment set-up is also required.
    await lines.getByText('Complete your payment setup first to fully use the system.').waitFor()
    const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
    expect(await menu.allInnerTexts(), 'R046').toEqual(['Integrations', 'General Settings'])
    expect(await findBarriers(page)).toEqual([])
    await lines.getByRole('link', { name: 'Payment account' }).click()
    await page.getByRole('heading', { name: 'General Settings', level: 1 }).waitFor()
    await lines.getByText('Please continue complete the form to connect your account').waitFor()
  })

  it('R060: is shown in 50 px above every page of an agency whose payment account needs attention', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, clients)
    const banner = page.getByRole('region', { name: 'Payment account' })
    await banner.getByText('Please update your payment account information').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Until then the words are in a wider fallback font.
    await page.evaluate(async () => void (await document.fonts.ready))
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => window.scrollTo(0, 200))
      expect(await banner.boundingBox()).toMatchObject({ y: 0, height: 50 })
      expect((await page.getByRole('banner').boundingBox())?.y, 'the top bar').toBe(50)
      expect(await banner.evaluate(({ scrollHeight }) => scrollHeight), 'all words are to be seen').toBe(50)
    }
    expect(await findBarriers(page)).toEqual([])
  })
})

describe('The top bar and the profile dropdown', () => {
  it('R050 to R059: offer an owner only what applies, in the bar and in the dropdown', async () => {
    const page = await stage().newPageOf(acmeOwner, clients)
    await pretend(page, accessInformation, { support_url: 'https://help.acme.test/tickets' })
    await page.reload()
    const bar = page.getByRole('banner')
    await bar.getByRole('button', { name: 'Change Password' }).click()
    await page.getByRole('dialog', { name: 'Change Password' }).getByRole('button', { name: 'Cancel' }).click()
    await bar.getByRole('button', { name: 'Two Factor Authentication' }).waitFor()
    await bar.getByRole('button', { name: `Account of ${acmeOwner.name}` }).click()
    const menu = page.getByRole('menu')
    for (const name of ['Change Password', 'Two Factor Authentication', 'Sessions', 'Log out'])
      await menu.getByRole('menuitem', { name }).waitFor()
    const support = menu.getByRole('menuitem', { name: 'Support' })
    expect([await support.getAttribute('href'), await support.getAttribute('target')]).toEqual([
      'https://help.acme.test/tickets',
      '_blank',
    ])
    // R052: only for an owner.
    await menu.getByRole('menuitem', { name: 'Data Wallet' }).waitFor()
    for (const name of ['Integrations', 'Exclusion List'])
      expect(await menu.getByRole('menuitem', { name }).count(), `${name} is for clients`).toBe(0)
    expect(await findBarriers(page)).toEqual([])
  })

  it('R058: filter every list by a group of clients, until View All', async () => {
    const page = await stage().newPageOf(acmeOwner, clients)
    const table = page.getByRole('table', { name: 'Clients' })
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: `Account of ${acmeOwner.name}` }).click()
      await page.getByRole('menuitemradio', { name }).click()
    }
    await table.getByRole('link', { name: 'Cedar Dental' }).waitFor()
    await choose('Home services')
    await table.getByRole('link', { name: 'Cedar Dental' }).waitFor({ state: 'detached' })
    await table.getByRole('link', { name: /^Plumbright/ }).waitFor()
    await page.getByRole('link', { name: 'Site ID' }).click()
    await page.getByRole('link', { name: 'Emergency plumbing site' }).waitFor()
    // Other journeys add campaigns, so this one may be on the second page.
    await page.getByRole('searchbox', { name: 'Search campaigns' }).fill('New patients')
    await page.getByText('No results').waitFor()
    expect(await page.getByRole('link', { name: 'New patients' }).count()).toBe(0)
    await choose('View All')
    await page.getByRole('link', { name: 'New patients' }).waitFor()
  })
})

describe('R175: the tour of a new owner', () => {
  /** A new owner's first visit: the popover, and the request that records it. */
  async function firstVisit(look: Parameters<ReturnType<typeof stage>['newPage']>[0] = {}) {
    const page = await stage().newPageOf(acmeOwner, clients, look)
    await pretend(page, userData, { tour_seen: 'F' })
    let isKept = false
    page.on('response', (response) => (isKept ||= response.url().endsWith('/api/user/tour') && response.ok()))
    const waitForSave = (): Promise<void> => expect.poll(() => isKept).toBe(true)
    await page.reload()
    const tour = page.getByRole('dialog')
    await tour.waitFor()
    return { page, tour, waitForSave }
  }

  it('goes through sidebar and top bar by Next, Previous, and the arrow keys to Finish, and is saved', async () => {
    const { page, tour, waitForSave } = await firstVisit()
    await tour.getByText('Your modules').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await tour.getByRole('button', { name: 'Next' }).click()
    await tour.getByText('Your workspace').waitFor()
    await page.keyboard.press('ArrowRight')
    await tour.getByText('Your preferences').waitFor()
    await page.keyboard.press('ArrowLeft')
    await tour.getByText('Your workspace').waitFor()
    await tour.getByRole('button', { name: 'Previous' }).click()
    await tour.getByText('Your modules').waitFor()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    await tour.getByText('Your account').waitFor()
    expect(await tour.getByRole('button', { name: 'Skip tour' }).count()).toBe(0)
    await tour.getByRole('button', { name: 'Finish' }).click()
    await tour.waitFor({ state: 'detached' })
    await waitForSave()
  })

  it('ends with Skip tour or Escape, and is saved then too; on a phone it starts at the menu', async () => {
    const { page, tour, waitForSave } = await firstVisit({ width: 360 })
    await tour.getByText('Your menu').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    await tour.getByRole('button', { name: 'Skip tour' }).click()
    await tour.waitFor({ state: 'detached' })
    await waitForSave()
    const again = await firstVisit()
    await again.page.keyboard.press('Escape')
    await again.tour.waitFor({ state: 'detached' })
    await again.waitForSave()
  })

  it('reverses the arrow keys in right-to-left text', async () => {
    const { page, tour, waitForSave } = await firstVisit()
    await page.keyboard.press('Escape')
    await tour.waitFor({ state: 'detached' })
    await waitForSave()
    await page.evaluate(() => localStorage.setItem('user-locale', 'ar'))
    await page.reload()
    const t = say('ar')
    await tour.getByText(t('Your modules')).waitFor()
    const [popover, menu] = await Promise.all([tour.boundingBox(), page.locator('[data-tour="modules"]').boundingBox()])
    expect(popover!.x + popover!.width, 'beside the sidebar, which lies on the right').toBeLessThan(menu!.x)
    await page.keyboard.press('ArrowLeft')
    await tour.getByText(t('Your workspace')).waitFor()
  })
})

/** Separate sign-ins, because these tests end sessions that others would share. */
async function newPage(): Promise<Page> {
  const page = await stage().newPage()
  await signIn(page, stage().origin(acmeOwner.host), acmeOwner, t)
  await waitUntilSettled(page)
  return page
}

/** Reuses an earlier sign-in, because each one counts against the rate limit. */
async function signedIn(): Promise<Page> {
  const page = await stage().newPageOf(acmeOwner, clients)
  await waitUntilSettled(page)
  return page
}

describe('R169: the service worker', () => {
  it('caches only code, says in the host’s brand that there is no connection, and ends with the session', async () => {
    const page = await stage().newPage()
    stage().allow(page, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
    await signIn(page, stage().origin(acmeOwner.host), acmeOwner, t)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.reload()
    await waitUntilSettled(page)
    const cachedNames = () =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return requests.flat().map(({ url }) => new URL(url).pathname)
      })
    await expect.poll(cachedNames).toContain('/offline')
    // The worker answers before it has saved a file.
    await expect
      .poll(async () => (await cachedNames()).some((path) => path.startsWith('/assets/application-')))
      .toBe(true)
    const paths = await cachedNames()
    expect(paths.filter((path) => path !== '/offline' && !path.startsWith('/assets/'))).toEqual([])

    await page.context().setOffline(true)
    await page.goto(stage().origin(acmeOwner.host) + clients)
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    expect(await page.title()).toBe('You are offline · Acme Growth')
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Client Management', level: 1 }).waitFor()
    // The page says its texts to the worker once it has settled: that must not happen after the session's end.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await waitUntilSettled(page)

    // What the menu's links read ahead may still be on its way when the session ends, and is then refused.
    stage().allow(page, /401/)
    await page.getByRole('button', { name: `Account of ${acmeOwner.name}` }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await expect.poll(async () => [await cachedNames(), await workers()]).toEqual([[], 0])
  })

  it('R159: people are warned of self-XSS in the console, the operator’s people are not', async () => {
    const lines: string[] = []
    for (const login of [acmeOwner, people.root]) {
      const page = await stage().newPageOf(login)
      page.on('console', (message) => lines.push(`${login.name}: ${message.text()}`))
      await page.reload()
      await waitUntilSettled(page)
    }
    const warnings = () =>
      lines.filter((text) => text.includes('scam to take over your account')).map((text) => text.split(':')[0])
    await expect.poll(warnings).toContain(acmeOwner.name)
    expect(new Set(warnings())).toEqual(new Set([acmeOwner.name]))
  })
})

describe('The end of a session', () => {
  it('R084: is shown in one of two tabs, once; both end at the login', async () => {
    const first = await newPage()
    stage().allow(first, /status of 401/)
    const second = await first.context().newPage()
    await second.goto(stage().origin(acmeOwner.host) + clients)
    await waitUntilSettled(second)
    const breakTokens = (): void => {
      localStorage.setItem('access_token', 'x'.repeat(43))
      localStorage.setItem('refresh_token', 'x'.repeat(43))
    }
    await first.evaluate(breakTokens)
    const tabs = [first, second]
    // The second tab may already be at the login page when it would be clicked.
    await Promise.any(tabs.map((tab) => tab.getByRole('link', { name: 'Leads', exact: true }).click()))
    const dialogs = tabs.map((tab) => tab.getByRole('dialog', { name: 'Session Ended' }))
    await expect.poll(async () => (await Promise.all(dialogs.map((one) => one.count()))).toSorted()).toEqual([0, 1])
    const owner = (await dialogs[0]!.count()) === 1 ? 0 : 1
    await tabs[1 - owner]!.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await dialogs[owner]!.getByText('Your session has ended. Please log in again to continue.').waitFor()
    await dialogs[owner]!.getByRole('button', { name: 'Log in' }).click()
    await tabs[owner]!.getByRole('heading', { name: 'Welcome back' }).waitFor()
  })

  it('R079, R081, R087: stores two tokens and nothing personal; whoever has them needs no login', async () => {
    const page = await signedIn()
    const storage = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
    expect(Object.keys(storage)).toEqual(expect.arrayContaining(['access_token', 'refresh_token']))
    expect(JSON.stringify(storage)).not.toContain(acmeOwner.email)
    expect(JSON.stringify(storage)).not.toContain(acmeOwner.name)
    await page.goto(`${stage().origin(acmeOwner.host)}/login`)
    await page.getByRole('link', { name: 'Client Management' }).waitFor()
  })

  it('R085: Token expired, from the set-up check, clears what is stored and leads to the root', async () => {
    const page = await signedIn()
    stage().allow(page, /status of 401/)
    const body = { result: 'failed', code: 'sign_in_again', message: 'Token expired', request_id: '' }
    await page.route('**/api/user/checksetupcomplete/**', (route) => route.fulfill({ status: 401, json: body }))
    await page.reload()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(
      await page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')]),
    ).toEqual([null, null])
  })

  it('R080: by Log out leaves only theme and language in the browser, and no way back', async () => {
    const page = await newPage()
    await setAppearance(page, 'en', 'dark')
    await page.getByRole('button', { name: `Account of ${acmeOwner.name}` }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(await page.evaluate(() => [Object.keys(localStorage).sort(), sessionStorage.length])).toEqual([
      ['user-locale', 'user-theme'],
      0,
    ])
    expect(await page.evaluate(() => localStorage.getItem('user-theme')), 'R171').toBe('dark-theme')
    await page.goBack()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  })
})

describe('The two-factor settings', () => {
  it('R092: show the server’s message when they are unavailable', async () => {
    const page = await signedIn()
    stage().allow(page, /status of 503/)
    const body = { result: 'failed', code: 'overloaded', message: 'Come back at noon.', request_id: '' }
    await page.route('**/api/setting/twofactorauth/**', (route) => route.fulfill({ status: 503, json: body }))
    await page.getByRole('button', { name: 'Two Factor Authentication' }).click()
    await page.getByRole('dialog').getByText('Come back at noon.').waitFor()
  })

  it('R143: roles have four menus, including Ads Design (T151)', async () => {
    const page = await stage().newPageOf(acmeOwner, '/configuration/role-list')
    await page.getByRole('button', { name: 'Add role' }).first().click()
    const dialog = page.getByRole('dialog')
    for (const menu of ['Ads Design', 'Campaign', 'LeadsPeek', 'Settings'])
      await dialog.getByRole('rowheader', { name: menu, exact: true }).waitFor()
  })
})
