import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { confirmIdentityIfAsked } from './support/confirm-identity.ts'
import { findBarriers } from './support/axe.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const settings = '/configuration/general-setting?section=embedded-code'

/** Attacks that an agency's code might try on users of its pages (SEC-13). Each reports success. */
const attacks: Record<string, string> = {
  'reads the storage': `got(JSON.stringify({ ...localStorage, ...sessionStorage }))`,
  'reads the cookies': `got(document.cookie)`,
  'writes into the page': `parent.document.body.dataset.owned = 'yes'; got('page')`,
  'leads the page elsewhere': `top.location = '/login?owned'`,
  'calls in the user’s name': `fetch('/api/user', { credentials: 'include' }).then((r) => r.text()).then(got)`,
  'opens a window': `if (open('/login?popup', '_blank')) got('window')`,
  'installs a worker': `navigator.serviceWorker.register('/sw.js').then(() => got('worker'))`,
  'sends a form away': `const form = document.createElement('form'); form.action = '/login?form'; form.method = 'get'; form.target = '_top'; document.body.append(form); form.submit()`,
  'speaks as the page': `for (const data of ['signed-out', { type: 'refresh_token', value: 'x' }, { type: 'logout' }]) parent.postMessage(data, '*')`,
  'saves a file': `const link = document.createElement('a'); link.href = 'data:text/plain,x'; link.download = 'owned.txt'; document.body.append(link); link.click()`,
  'hoards memory': `window.hoard = Array.from({ length: 50 }, () => new Uint8Array(1024 * 1024).fill(1))`,
  // Outlasts the test, but ends: as long as the browser runs, nothing ends such a frame's process.
  'goes on and on': `setTimeout(() => { for (const end = Date.now() + 15000; Date.now() < end;); }, 1500)`,
}

const code = Object.entries(attacks)
  .map(
    ([name, text]) =>
      `<script>(() => { const got = (loot) => parent.postMessage({ attack: ${JSON.stringify(name)}, loot: String(loot) }, '*'); try { ${text} } catch {} })()</script>`,
  )
  .join('\n')
  .concat('\n<script>parent.postMessage({ ran: true }, "*")</script>')

async function save(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'HTML code' }).fill(text)
  stage().allow(page, /status of 403/)
  await page.getByRole('button', { name: 'Save a new version' }).click()
  // Asked only the first time in this session; later versions need no confirmation.
  await confirmIdentityIfAsked(page, page.getByText('Your settings have been saved.'), people.brightsideOwner.password)
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/
const day_ms = 86_400_000

/** The audit log shows it, also within the last 7, 30 or 90 days (R205, K065, K066). */
async function readLog(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'User logs' }).click()
  const rows = page.getByRole('table', { name: 'User logs' }).getByRole('row')
  await rows.filter({ hasText: 'Embedded code saved' }).first().waitFor()
  for (const [name, days] of [
    ['Last month', 30],
    ['Last 3 months', 90],
    ['Last week', 7],
  ] as const) {
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('button', { name, exact: true }).click()
    await page.keyboard.press('Escape')
    // A range of one's own begins with the days that were chosen.
    await page.getByRole('combobox', { name: 'Days' }).click()
    await page.getByRole('option', { name: 'Custom range' }).click()
    const [first, last] = [
      await page.getByLabel('First day').inputValue(),
      await page.getByLabel('Last day').inputValue(),
    ]
    expect([first, last]).toEqual([expect.stringMatching(isoDate), expect.stringMatching(isoDate)])
    expect([name, (Date.parse(last) - Date.parse(first)) / day_ms + 1]).toEqual([name, days])
  }
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Developer' }).click()
  // R208: nobody has done this yet.
  await page.getByText('No Data', { exact: true }).waitFor()
  // R208: a failed load empties the table.
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.keyboard.press('Escape')
  await rows.nth(1).waitFor()
  stage().allow(page, /status of 500/)
  await page.route('**/configuration/user/log-user', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Filters' }).click()
  // What was shown before is still known.
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Branding' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor()
  expect(await rows.count()).toBe(0)
}

describe('Embedded code', () => {
  it('R158: is saved by the owner, runs in its frame, and none of its twelve attacks gets out of it', async () => {
    const owner = await stage().newPageOf(people.brightsideOwner, settings)
    await owner.getByRole('textbox', { name: 'HTML code' }).waitFor()
    expect(await findBarriers(owner)).toEqual([])
    await save(owner, code)
    await owner.close()

    const page = await stage().newPageOf(people.brightsideOwner, '/api/keys')
    const [windows, files]: [string[], string[]] = [[], []]
    page.context().on('page', (popup) => windows.push(popup.url()))
    page.on('download', (file) => files.push(file.suggestedFilename()))
    // Everything that the sandbox blocks logs an error to the console.
    stage().allow(page, /sandbox|Blocked|blocked|violates|Content Security Policy|Unsafe|allow-|postMessage|Failed to/i)
    await page.addInitScript(() => {
      const reports: unknown[] = []
      Object.assign(window, { told: reports })
      if (window === window.top) window.addEventListener('message', ({ data }) => reports.push(data))
    })
    await page.goto(`${stage().origin(people.brightsideOwner.host)}/visitors/leads`)
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
    const before = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    await page.waitForFunction(() =>
      JSON.stringify((window as unknown as { told: unknown[] }).told).includes('"ran":true'),
    )
    const frame = page.locator('iframe')
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
    // Wait until the busy loop has begun; the page must stay responsive.
    await page.waitForTimeout(2_500)
    await page.getByRole('link', { name: 'Visits' }).click()
    await page.getByRole('heading', { name: 'Visits', level: 1 }).waitFor()

    const reports = await page.evaluate(() => (window as unknown as { told: { attack?: string }[] }).told)
    expect(reports.filter(({ attack }) => attack !== undefined)).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/visitors/visits')
    expect(await page.evaluate(() => document.body.dataset['owned'])).toBeUndefined()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe(before)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBeLessThan(2)
    expect([windows, files]).toEqual([[], []])
    await page.close()

    const last = await stage().newPageOf(people.brightsideOwner, settings)
    stage().allow(last, /sandbox|Blocked|blocked|violates|Content Security Policy|Unsafe|allow-|postMessage|Failed to/i)
    await last.getByText('Version 1, written by').waitFor()
    await save(last, '')

    await readLog(last)
  })
})
