import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { hashesOfEmail, personAt } from '#demo/persons.ts'
import { demoPassword, demoSeed, guests } from '#demo/world.ts'

const client = { email: 'client@plumbright.test', host: 'acme.localhost', siteHost: 'plumbright.localhost' }
const appearsWithin_ms = 15_000
const settlesWithin_ms = 120_000
const visitorAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** What the watching page records for each new lead: its email address and when its row was on the screen. */
type Watching = { seenAt_ms: Record<string, number> }

/**
 * Visits a client's site as people who are new to the client, one after the other, while the client has the lead list
 * open. Returns milliseconds from when the pixel's request leaves the visitor's page until the row is painted on the
 * client's.
 */
export async function measureLiveLeads(browser: Browser, port: number, count: number): Promise<number[]> {
  const screen = await openLeadList(browser, port)
  const taken_ms: number[] = []
  // A new demo world resolves nobody until its past is complete, so wait for the first guest and do not count it.
  const [first, ...others] = guestsOfDemo(count + 1)
  await visit(browser, port, first!)
  await waitForRow(screen, first!, settlesWithin_ms)
  for (const email of others) {
    const sent_ms = await visit(browser, port, email)
    taken_ms.push((await waitForRow(screen, email, appearsWithin_ms)) - sent_ms)
    // A random pause, to be out of step with the program's timers.
    await pause(200 + Math.random() * 400)
  }
  await screen.context().close()
  return taken_ms
}

const anywhere = [{ zip: '60601', city: 'Chicago', state: 'IL' }]

/** Addresses of people who each become a new lead at the first visit, and whom no rule rejects. */
function guestsOfDemo(count: number): string[] {
  const all = Array.from({ length: guests.upTo - guests.from }, (_, n) => personAt(demoSeed, guests.from + n, anywhere))
  const emails = all.filter(({ phoneE164, street }) => phoneE164 && street).map(({ email }) => email)
  if (emails.length < count) throw new Error(`the demo has ${emails.length} guests, not ${count}`)
  return emails.slice(0, count)
}

async function openLeadList(browser: Browser, port: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(`http://${client.host}:${port}/login?next=/siteid/leads`)
  await page.locator('#email').fill(client.email)
  await page.locator('#password').fill(demoPassword)
  await page.locator('button[type=submit]').click()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(() => {
    const watching: Watching = { seenAt_ms: {} }
    ;(globalThis as unknown as { watching: Watching }).watching = watching
    const note = (): void => {
      for (const cell of document.querySelectorAll('table bdi')) {
        const text = cell.textContent ?? ''
        if (text.includes('@')) watching.seenAt_ms[text] ??= performance.timeOrigin + performance.now()
      }
    }
    // A frame callback runs before its frame is painted, but a task that it schedules runs after.
    new MutationObserver(() => requestAnimationFrame(() => setTimeout(note))).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
  return page
}

/** One visitor with a new browser profile. Returns when the pixel's request left, in milliseconds since 1970. */
async function visit(browser: Browser, port: number, email: string): Promise<number> {
  // A headless browser says so in its user agent and would be treated as a bot.
  const context = await browser.newContext({ userAgent: visitorAgent })
  const page = await context.newPage()
  const hit = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/collect'))
  await page.goto(`http://${client.siteHost}:${port}/prices?hem=${hashesOfEmail(email).md5.toString('hex')}`)
  const request = await hit
  const answer = await request.response()
  if (answer?.status() !== 204) throw new Error(`the hit got status ${answer?.status()}`)
  const { startTime } = request.timing()
  await context.close()
  return startTime
}

async function waitForRow(screen: Page, email: string, within_ms: number): Promise<number> {
  const seenAt = await screen.waitForFunction(
    (address) => (globalThis as unknown as { watching: Watching }).watching.seenAt_ms[address],
    email,
    { timeout: within_ms, polling: 50 },
  )
  return (await seenAt.jsonValue())!
}
