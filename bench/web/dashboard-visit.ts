import type { Browser } from 'playwright-core'
import { demoPassword } from '#demo/world.ts'
import { readPaints, slowLine } from './login-visit.ts'

const client = { email: 'client@plumbright.test', host: 'acme.localhost' }

/**
 * A client who is signed in opens the dashboard on a slow line, with nothing of the page in the browser's cache. Returns when
 * its largest part was painted.
 */
export async function measureDashboard(browser: Browser, port: number): Promise<number> {
  const origin = `http://${client.host}:${port}`
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/login`)
    await page.locator('#email').fill(client.email)
    await page.locator('#password').fill(demoPassword)
    await page.locator('button[type=submit]').click()
    await page.getByText('Live', { exact: true }).waitFor()
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.clearBrowserCache')
    await line.send('Network.setCacheDisabled', { cacheDisabled: true })
    await line.send('Network.emulateNetworkConditions', slowLine)
    await page.goto(`${origin}/siteid/dashboard`, { waitUntil: 'load' })
    await page.getByRole('group', { name: 'Key figures' }).getByText(/\d/).first().waitFor()
    // What is painted late counts too: the chart has a part of the code of its own.
    await page.waitForTimeout(1_500)
    return (await readPaints(page)).largestPaint_ms
  } finally {
    await context.close()
  }
}
