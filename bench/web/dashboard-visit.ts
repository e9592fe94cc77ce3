import type { Browser, BrowserContextOptions } from 'playwright-core'
import { demoPassword } from '#demo/world.ts'
import { readPaints, slowLine } from './login-visit.ts'

export interface DashboardVisit {
  firstPaint_ms: number
  largestPaint_ms: number
  /** When the key figures, which the client came for, were painted. */
  figures_ms: number
}

type Watching = { figuresAt_ms?: number }

const client = { email: 'client@plumbright.test', host: 'acme.localhost' }

type Session = BrowserContextOptions['storageState']
const viewport = { width: 1280, height: 800 }

/** Signs the client in through the form, once: repeated sign-ins would look like password guessing. */
export async function signInClient(browser: Browser, port: number): Promise<Session> {
  const context = await browser.newContext({ viewport })
  try {
    const page = await context.newPage()
    await page.goto(`http://${client.host}:${port}/login`)
    await page.locator('#email').fill(client.email)
    await page.locator('#password').fill(demoPassword)
    await page.locator('button[type=submit]').click()
    await page.getByText('Live', { exact: true }).waitFor()
    return await context.storageState()
  } finally {
    await context.close()
  }
}

/** A signed-in client opens the dashboard on a slow connection, with an empty browser cache for the page. */
export async function measureDashboard(browser: Browser, port: number, session: Session): Promise<DashboardVisit> {
  const context = await browser.newContext({ viewport, storageState: session })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchFigures)
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', slowLine)
    await page.goto(`http://${client.host}:${port}/siteid/dashboard`, { waitUntil: 'load' })
    await page.getByRole('group', { name: 'Key metrics' }).getByText(/\d/).first().waitFor()
    // Late paints count too: the chart is in a separate chunk.
    await page.waitForTimeout(1_500)
    const { firstPaint_ms, largestPaint_ms } = await readPaints(page)
    const figures_ms = await page.evaluate(() => (globalThis as unknown as Watching).figuresAt_ms)
    if (figures_ms === undefined) throw new Error('the key metrics did not appear')
    return { firstPaint_ms, largestPaint_ms, figures_ms }
  } finally {
    await context.close()
  }
}

/** Runs in the page before anything else: records when the first figure is on the screen. */
function watchFigures(): void {
  const watching = globalThis as unknown as Watching
  const observer = new MutationObserver(() => {
    const figures = document.querySelector('[role="group"][aria-label="Key metrics"]')
    if (!/\d/.test(figures?.textContent ?? '')) return
    observer.disconnect()
    // A frame callback runs before its frame is painted, but a task that it schedules runs after.
    requestAnimationFrame(() => setTimeout(() => (watching.figuresAt_ms = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}
