import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { startSession } from '#server/areas/access/public.ts'
import { readBoot } from '#server/areas/branding/public.ts'
import { closeMail } from '#server/platform/mail.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { createTestApp, unlimited, type TestApp } from '#server/test/app.ts'
import { makeCampaign, makeTree, type TestUser } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { BROWSER_ARGUMENTS, findBrowser } from '../support/find-browser.ts'
import type { Place } from './store.ts'
import { watchFor, type Found } from './watch.ts'

/** The program with its pages over a database of its own, a mailbox, and a browser in front of it. */
export interface HostileStage extends Place {
  db: TestDatabase
  mailbox: Mailbox
  browser: Browser
  /** What texts have set off, on all pages together. */
  found: Found[]
  /** A watched page of somebody who is signed in, or of nobody. */
  pageOf(user: TestUser | null): Promise<Page>
  origin(host: string): string
  close(): Promise<void>
}

export async function openStage(): Promise<HostileStage> {
  const db = await createTestDatabase()
  const tree = await makeTree(db)
  const mailbox = await startMailbox({ now: Date.now })
  const http: TestApp = await createTestApp(db, {
    limiter: unlimited,
    env: { SMTP_URL: mailbox.smtpUrl },
    pages: { folder: join(projectRoot, 'dist/web'), readBoot: (host) => readBoot(http.platform, host) },
  })
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.app.server.address() as AddressInfo
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGUMENTS })
  const found: Found[] = []
  const origin = (host: string): string => `http://${host}:${port}`
  return {
    db,
    tree,
    mailbox,
    http,
    browser,
    found,
    origin,
    campaign: await makeCampaign(db, tree.acme.clients[0]!, {}),
    async pageOf(user) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' })
      context.setDefaultTimeout(60_000)
      await watchFor(context, found)
      if (user) await signInTo(context, http, user, origin(user.host))
      return context.newPage()
    },
    async close() {
      await browser.close()
      closeMail(http.platform)
      await http.close()
      await mailbox.close()
      await db.drop()
    },
  }
}

async function signInTo(context: BrowserContext, http: TestApp, user: TestUser, origin: string): Promise<void> {
  const person = { userId: user.id, rootId: user.rootId, kind: user.kind }
  const { tokens, device } = await startSession(http.platform, person, user.host)
  await context.addCookies([{ name: 'device', value: device, url: origin }])
  await context.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, String(value))
  }, tokens)
}
