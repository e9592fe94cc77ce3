import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadUserLogs } from '#contract/activity/user-logs.ts'
import { makeDownloadTicket } from '#contract/access/session.ts'
import { acceptAgreement, downloadCertificate, readAgreement } from '#contract/agreements/acceptances.ts'
import type { Operation } from '#contract/core/operation.ts'
import { exportLeads } from '#contract/leads/leads.ts'
import { pathWith } from '#server/test/app.ts'
import { carryOutJobs } from '#server/test/carry-out-jobs.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openDialogs } from '../support/open-dialogs.ts'
import type { Path } from './fields.ts'
import { pagesOf } from './pages.ts'
import { openStage, type HostileStage } from './stage.ts'
import { send, shapes } from './store.ts'
import { hostileTexts } from './texts.ts'
import { lookAt, watchFor, type Found } from './watch.ts'

// Every text that somebody can type is stored as hostile as the call takes it, and every page, dialog, mail and file that
// shows it is opened: nothing of it runs, becomes an element or an address, or asks another machine for anything.

/** Texts tried on each field; `npm run bench -- xss` tries all of them. */
const asked = process.env['XSS_PER_FIELD'] ?? '4'
const perField = asked === 'all' ? hostileTexts.length : Number(asked)
const rounds = Number(process.env['XSS_ROUNDS'] ?? 1)

const dialogsOnPage = Number(process.env['XSS_DIALOGS'] ?? 5)

let stage: HostileStage
const taken = new Map<string, { path: Path; texts: string[] }[]>()
let turn = 0
const nextText = (): string => hostileTexts[turn++ % hostileTexts.length]!

beforeAll(async () => {
  stage = await openStage()
}, 60_000)
afterAll(async () => {
  const figures = process.env['XSS_FIGURES']
  if (figures) await writeFile(figures, JSON.stringify({ texts: perField, executions: stage.found.length }))
  await stage.close()
})

test('a field takes a hostile text as it is, or refuses it with 422 and its name', { timeout: 1_200_000 }, async () => {
  const wrong: string[] = []
  for (const shape of shapes) {
    const base = await send(stage, shape, [])
    const fields = shape.fields.map((path) => ({ path, texts: [] as string[] }))
    taken.set(shape.name, fields)
    for (const { path, texts } of fields) {
      for (let count = 0; count < perField; count++) {
        const text = nextText()
        const { status, named } = await send(stage, shape, [[path, text]])
        if (status < 300) texts.push(text)
        const isNamed = status === 422 && named.some((name) => name.split('.').includes(String(path[0])))
        // Where nothing at all is taken, what is about something else is told first.
        const isRefused = base.status < 300 ? isNamed : status >= 400 && status < 500
        if (status >= 300 && !isRefused) wrong.push(`${shape.name} ${path.join('.')} ${status} ${named} ${text}`)
      }
    }
  }
  expect(wrong).toEqual([])
  const free = [...taken].flatMap(([name, fields]) =>
    fields.filter(({ texts }) => texts.length > 0).map(({ path }) => `${name} ${path.join('.')}`),
  )
  expect(free).toEqual(expect.arrayContaining(mustBeFree))
})

/** Fields that are free text: a corpus that no longer reached them would prove nothing. */
const mustBeFree = [
  'createUser ClientFullName',
  'createUser ClientCompanyName',
  'createUser DownlineOrganizationID',
  'createUser agency ClientCompanyName',
  'createUser administrator ClientFullName',
  'updateUser downline ClientCompanyName',
  'saveRole roleName',
  'saveSetting branding name',
  'saveSetting company legal_name',
  'saveSetting company address',
  'saveSetting modules local.name',
  'saveUserLog desc',
  'switchUser reason',
  'completeSetup answers.goal',
  'createCampaign campaignName',
  'saveProfile person name',
  'saveProfile person address',
  'saveProfile company company_name',
  'saveProfile company director_name',
]

/** What a field of one line takes when it takes anything. */
const plainLines = hostileTexts.filter((text) => !/\p{Cc}/u.test(text))

/** Fills everything anew: each free field with a text that it takes, ten things of each kind that can be many. */
async function fill(): Promise<void> {
  for (const shape of shapes) {
    const fields = taken.get(shape.name)!.filter(({ texts }) => texts.length > 0)
    if (fields.length === 0) continue
    for (let count = shape.operation.method === 'POST' ? 10 : 1; count > 0; count--) {
      // Any text where it is taken, else one that each field took by itself.
      const any = fields.map(({ path }) => [path, plainLines[turn++ % plainLines.length]!] as const)
      if ((await send(stage, shape, any)).status < 300) continue
      await send(
        stage,
        shape,
        fields.map(({ path, texts }) => [path, texts[turn++ % texts.length]!] as const),
      )
    }
  }
}

describe('what is stored', () => {
  let leadId: string
  const shown = new Set<string>()

  beforeAll(async () => {
    const { db, tree, campaign } = stage
    const client = tree.acme.clients[0]!
    const leads = await insertLeads(
      db,
      tree.acme,
      hostileTexts
        .filter((text) => !text.includes('\0'))
        .map((text, at) => ({
          client,
          campaign,
          at_ms: Date.now() - at * 1_000,
          firstName: text,
          lastName: text,
          email: text,
          phone: text,
          pageUrl: text,
        })),
    )
    leadId = leads[7]!.id
  })

  const addressOf = (path: string): string =>
    path
      .replace(':company', stage.tree.acme.clients[1]!.id)
      .replace(':campaign', stage.campaign.id)
      .replace(':lead', leadId)
      .replace(/=\?$/, () => `=${encodeURIComponent(nextText())}`)

  /** What can be read on the page, in fields too. */
  async function note(page: Page): Promise<void> {
    const text = await page.evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('input, textarea')].map((one) => (one as HTMLInputElement).value),
      ].join('\n'),
    )
    for (const each of hostileTexts) if (text.includes(each.trim())) shown.add(each)
  }

  test('runs on no page and in no dialog', { timeout: 3_600_000 }, async () => {
    for (let round = 0; round < rounds; round++) {
      await fill()
      for (const [user, paths] of pagesOf(stage.tree)) {
        const page = await stage.pageOf(user)
        for (const path of paths) {
          await page.goto(stage.origin((user ?? stage.tree.acme.owner).host) + addressOf(path))
          await page.getByRole('heading', { level: 1 }).waitFor()
          await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
          await note(page)
          stage.found.push(...(await lookAt(page)))
          // A search shows the same dialogs once more.
          if (path.includes('search')) continue
          await openDialogs(page, dialogsOnPage, async () => {
            await note(page)
            stage.found.push(...(await lookAt(page)))
          })
        }
        await page.context().close()
      }
    }
    expect(stage.found).toEqual([])
    expect(shown.size, 'the texts are to be read').toBeGreaterThan(30)
  })

  test('runs in no mail', { timeout: 120_000 }, async () => {
    await carryOutJobs(stage.db, stage.http.platform)
    const mails = stage.mailbox.messages().filter(({ html }) => html.includes('hx'))
    expect(mails.length).toBeGreaterThan(3)
    const page = await stage.pageOf(null)
    let shownNow = ''
    await page.route('http://mail.localhost/', (route) => route.fulfill({ contentType: 'text/html', body: shownNow }))
    for (const { html, raw } of mails.slice(0, 40)) {
      shownNow = html
      await page.goto('http://mail.localhost/')
      stage.found.push(...(await lookAt(page)))
      // A text is never a line of the head.
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    }
    await page.context().close()
    expect(stage.found).toEqual([])
  })

  /** A file as the browser would keep it. */
  async function download(operation: Operation, params: Record<string, string>): Promise<string> {
    const caller = stage.http.as(stage.tree.acme.owner)
    const path = pathWith(operation, params)
    const { ticket } = (await caller.call(makeDownloadTicket, { body: { path } })).body
    return (await caller.inject({ method: 'GET', url: `${path}?ticket=${ticket}` })).payload
  }

  test('is a formula in no spreadsheet', async () => {
    const id = stage.tree.acme.id
    const files = [
      await download(exportLeads, { companyID: id }),
      await download(downloadUserLogs, { company: id, usertype: '9999' }),
    ]
    const cells = files.flatMap((file) => (parse(file, { bom: true }) as string[][]).slice(1).flat())
    expect(
      cells.some((cell) => /^'[=+@-]/.test(cell)),
      'formulas are there, as texts',
    ).toBe(true)
    // A number may be below zero.
    expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))).toEqual([])
  })

  test('is text in a certificate', async () => {
    const { owner } = stage.tree.acme
    const caller = stage.http.as(owner)
    const body = {
      user_id: owner.id,
      company_id: owner.companyId,
      company_name: '<script>ran()</script>',
      is_marketing_services_agreement_developer: 'T',
      location_menu: 'developer',
      document_type: 'default_agency',
    }
    expect((await caller.call(acceptAgreement, { body })).status).toBe(200)
    const { certificate_id } = (await caller.call(readAgreement, { query: { company_id: owner.companyId } })).body.data
    const file = await caller.call(downloadCertificate, { params: { acceptanceID: certificate_id! } })
    expect(file.raw.rawPayload.toString('latin1')).not.toMatch(/\/(JavaScript|JS|Launch|URI|OpenAction|EmbeddedFile)\b/)
  })
})

describe('a sink', () => {
  async function planted(open: (page: Page) => Promise<void>): Promise<Found[]> {
    const found: Found[] = []
    const context = await stage.browser.newContext()
    await watchFor(context, found)
    const page = await context.newPage()
    await page.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title><main></main>' }),
    )
    await page.goto('http://planted.localhost/')
    await open(page)
    found.push(...(await lookAt(page)))
    await context.close()
    return found
  }

  test('that writes texts as markup is found, by what runs, by what stands there and by what is asked for', async () => {
    const found = await planted(async (page) => {
      await page.evaluate((texts) => {
        for (const text of texts) {
          const place = document.createElement('section')
          document.querySelector('main')!.append(place)
          // Not the one that leads to another page: it would take the others along.
          if (!text.includes('refresh')) place.innerHTML = text
        }
      }, hostileTexts)
      await page.waitForTimeout(1_000)
    })
    expect(found.filter((each) => each.startsWith('ran')).length).toBeGreaterThan(5)
    expect(found.filter((each) => each.startsWith('element')).length).toBeGreaterThan(25)
    expect(found.filter((each) => each.startsWith('request')).length).toBeGreaterThan(1)
  })

  test('that takes texts for addresses is found', async () => {
    const found = await planted((page) =>
      page.evaluate((texts) => {
        for (const text of texts)
          document.querySelector('main')!.append(Object.assign(document.createElement('a'), { href: text }))
      }, hostileTexts),
    )
    expect(found.filter((each) => each.startsWith('href')).length).toBeGreaterThan(5)
  })
})
