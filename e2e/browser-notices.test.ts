import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPushBrowser } from '#server/test/push-browser.ts'
import { people } from './support/people.ts'
import { shopHost } from './support/shop.ts'
import { useStage } from './support/stage.ts'
import { world } from './support/world.ts'

// A notice in the browser in the place of a mail. A browser under test reaches no push service: a server on loopback stands
// in for it, and what arrives there is given to the browser's own worker.

const stage = useStage()
const arrivals: Buffer[] = []
const service = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    arrivals.push(Buffer.concat(chunks))
    response.writeHead(201).end()
  })
})
beforeAll(async () => new Promise<void>((ready) => void service.listen(world().shopPort, '127.0.0.1', ready)))
afterAll(() => void service.close())

/** The page's browser subscribes at the stand-in, under keys that the test knows. */
async function subscribeHere(page: Page, { endpoint, ...keys }: ReturnType<typeof newPushBrowser>['body']) {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(
    ([endpoint, keys]) => {
      const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: () => Promise.resolve(true) }
      const isGranted = { value: () => Promise.resolve('granted') }
      Object.defineProperty(Notification, 'requestPermission', isGranted)
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(null),
        subscribe: () => Promise.resolve(subscription),
      })
    },
    [endpoint, keys] as const,
  )
  await page.reload()
}

/** Gives a message to the worker of the page, as a push service would. Returns what the worker shows. */
async function deliver(page: Page, data: string): Promise<string[]> {
  const { origin } = new URL(page.url())
  const worker = page
    .context()
    .serviceWorkers()
    .find((one) => one.url().startsWith(origin))!
  await worker.evaluate(() => {
    const scope = self as unknown as {
      shown: string[]
      registration: { showNotification: (title: string) => Promise<void> }
    }
    scope.shown = []
    scope.registration.showNotification = (title) => Promise.resolve(void scope.shown.push(title))
  })
  const devTools = await page.context().newCDPSession(page)
  const nextId = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (registration) resolve(registration.registrationId)
    }),
  )
  await devTools.send('ServiceWorker.enable')
  const registrationId = await nextId
  await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  const readShown = () => worker.evaluate(() => (self as unknown as { shown: string[] }).shown)
  await expect.poll(readShown).toHaveLength(1)
  return readShown()
}

it('a notice of an assigned lead comes through the push service and is shown by the worker', async () => {
  const browser = newPushBrowser(`http://${shopHost}:${world().shopPort}/one`)
  const page = await stage().newPageOf(people.acmeAdmin, '/user/profile?part=emails')
  await subscribeHere(page, browser.body)
  const choice = page.getByRole('combobox', { name: 'Leads assigned to you' })
  await choice.selectOption('push')
  await page.getByRole('button', { name: 'Turn on here' }).click()
  await page.getByText('This browser shows your notices.').first().waitFor()
  const agency = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
  await agency.getByRole('table', { name: 'Leads' }).getByRole('row').nth(1).getByRole('link').first().click()
  await agency.getByRole('combobox', { name: 'Assignee' }).click()
  await agency.getByRole('option', { name: people.acmeAdmin.name }).click()
  await expect.poll(() => arrivals.length).toBe(1)
  const message = browser.read(arrivals[0]!)
  const { title } = (JSON.parse(message) as { notification: { title: string } }).notification
  expect(title).toMatch(/^Lead assigned to you: /)
  expect(await deliver(page, message)).toEqual([title])
  await page.getByRole('button', { name: 'Turn off here' }).click()
  await page.getByText('This browser shows no more notices.').first().waitFor()
  await choice.selectOption('now')
})
