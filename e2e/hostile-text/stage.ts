import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { startBannerCreate } from '#contract/banners/banners.ts'
import { createReportLink } from '#contract/reports/links.ts'
import { finishTour } from '#contract/people/tour.ts'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { updateAgencyStaff } from '#server/areas/tenants/update-agency-staff.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { closeMail } from '#server/platform/mail.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { makeCampaign, makeTree, type TestUser } from '#server/test/factories.ts'
import { createTestDatabase } from '#server/test/harness.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { makeCustomIntegration } from '#server/test/make-custom-integration.ts'
import { browserArguments, findBrowser } from '../support/find-browser.ts'
import type { Place } from './known.ts'
import { watchFor, type Found } from './watch.ts'

/** The program with its pages, a separate database and mailbox, and a browser. */
export interface HostileStage extends Place {
  mailbox: Mailbox
  browser: Browser
  /** The token of a report shared with everybody. */
  sharedReport: string
  /** What the texts caused, on all pages together. */
  findings: Found[]
  /** A watched page of a signed-in user, or of nobody. */
  pageOf(user: TestUser | null): Promise<Page>
  origin(host: string): string
  close(): Promise<void>
}

/** A tree of tenants with every permission enabled. */
async function makeWorld(): Promise<Pick<Place, 'db' | 'tree'>> {
  const db = await createTestDatabase()
  const tree = await makeTree(db)
  // Otherwise the API key form is not available (R115).
  await db.adminPool.query('update company set api_mode = true where id = $1', [tree.acme.id])
  // Otherwise they are held back (R141).
  await db.adminPool.query(`update app_user set account_connected = 'completed' where kind = 'accountExecutive'`)
  await db.adminPool.query('update company set account_executive_id = $2 where id = $1', [
    tree.acme.id,
    tree.root.executive.id,
  ])
  await inScope(db.adminPool, { kind: 'none' }, (tx) => updateAgencyStaff(tx, [tree.acme.id]))
  return { db, tree }
}

async function makeCampaignWithLead({
  db,
  tree,
}: Pick<Place, 'db' | 'tree'>): Promise<Pick<Place, 'campaign' | 'lead'>> {
  const client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client, {})
  const [lead] = await insertLeads(db, tree.acme, [{ client, campaign, at_ms: Date.now() }])
  return { campaign, lead: lead!.id }
}

export async function openStage(): Promise<HostileStage> {
  const { db, tree } = await makeWorld()
  const mailbox = await startMailbox({ now: Date.now })
  const sandbox = await startSandbox({ now: Date.now })
  const mailPort = Number(new URL(mailbox.smtpUrl).port)
  const dataDir = await mkdtemp(join(tmpdir(), 'hostile-text-'))
  const http: TestApp = await createTestApp(db, {
    limiter: noLimits,
    env: {
      DATA_DIR: dataDir,
      SMTP_URL: mailbox.smtpUrl,
      SANDBOX_PAYMENTS_URL: sandbox.url,
      SANDBOX_PAYMENTS_KEY: sandbox.key,
      SANDBOX_PAYMENTS_FORM_URL: `${sandbox.url}/card-form`,
      OUTGOING_ALLOW: `${sandbox.host},127.0.0.1:${mailPort}`,
    },
    pages: {
      folder: join(projectRoot, 'dist/web'),
      readBoot: (host) => readBoot(http.platform, host),
      cardForms: [sandbox.url],
    },
  })
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.app.server.address() as AddressInfo
  const creation = await http.as(tree.acme.owner).call(startBannerCreate, {
    body: { companyID: tree.acme.id, name: 'Spring', size: '300x250' },
  })
  const today = new Date().toISOString().slice(0, 10)
  const link = await http.as(tree.acme.owner).call(createReportLink, {
    body: { companyID: tree.acme.id, kind: 'campaigns', start: today, end: today },
  })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments() })
  const findings: Found[] = []
  const origin = (host: string): string => `http://${host}:${port}`
  return {
    db,
    tree,
    mailbox,
    mailPort,
    sandbox,
    http,
    browser,
    findings,
    origin,
    ...(await makeCampaignWithLead({ db, tree })),
    banner: creation.body.data.id,
    sharedReport: new URL(link.body.data.url).hash.slice(1),
    integration: await makeCustomIntegration(db, http.platform, tree.acme.clients[0]!.id),
    async pageOf(user) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' })
      context.setDefaultTimeout(60_000)
      await watchFor(context, findings)
      if (user) await signInTo(context, http, user, origin(user.host))
      return context.newPage()
    },
    async close() {
      await browser.close()
      closeMail(http.platform)
      await http.close()
      await mailbox.close()
      await sandbox.stop()
      await db.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function signInTo(context: BrowserContext, http: TestApp, user: TestUser, origin: string): Promise<void> {
  const person = { userId: user.id, rootId: user.rootId, kind: user.kind }
  const { tokens, device, sessionId } = await startSession(http.platform, person, user.host)
  // The dialog that asks who somebody is would cover the page.
  await http.platform.appPool.query(`update session set proved_at = 'infinity' where id = $1`, [sessionId])
  // The tour would cover the page.
  await http.as(user).call(finishTour, { body: {} })
  await context.addCookies([{ name: 'device', value: device, url: origin }])
  await context.addInitScript((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, String(value))
  }, tokens)
}
