import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyNth, prove, sampleOf } from '#server/test/proofs.ts'
import { downloadUserLogs } from '#contract/activity/user-logs.ts'
import { makeDownloadTicket } from '#contract/sign-in/session.ts'
import { acceptAgreement, downloadCertificate, readAgreement } from '#contract/agreements/acceptances.ts'
import type { Operation } from '#contract/core/operation.ts'
import { exportLeads } from '#contract/leads/leads.ts'
import { pathWith } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { settled } from '../support/look.ts'
import { openDialogs } from '../support/open-dialogs.ts'
import type { Path } from './fields.ts'
import { marked, marksIn, unseen } from './marks.ts'
import { visitsOf, type Visit } from './pages.ts'
import { insertRecords } from './records.ts'
import { openStage, type HostileStage } from './stage.ts'
import { send, shapes } from './store.ts'
import { hostileTexts } from './texts.ts'
import { lookAt } from './watch.ts'

// Every text that somebody can type is stored as hostile as the call takes it, and every page, dialog, mail and file that
// shows it is opened: nothing of it runs, becomes an element or an address, or asks another machine for anything.

/** Texts tried on each field; `npm run bench -- xss` tries all of them. */
const asked = process.env['XSS_PER_FIELD'] ?? '4'
const perField = asked === 'all' ? hostileTexts.length : Number(asked)
const rounds = Number(process.env['XSS_ROUNDS'] ?? 1)

/** Pages that are looked at side by side. */
const lanes = 4
const dialogsOnPage = Number(process.env['XSS_DIALOGS'] ?? 2)

let stage: HostileStage
let turn = 0
/** Texts sent to fields, and pages and dialogs looked at. */
let tries = 0
let looks = 0
const nextText = (): string => hostileTexts[turn++ % hostileTexts.length]!

beforeAll(async () => {
  stage = await openStage()
}, 60_000)
afterAll(async () => {
  const figures = process.env['XSS_FIGURES']
  if (figures)
    await writeFile(figures, JSON.stringify({ texts: perField, tries, looks, executions: stage.found.length }))
  await stage.close()
})

/** What the steps below find, each gone once, so that every test can be made by itself. */
const once = <T>(step: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => (result ??= step())
}

/** Tries texts on each field of each call: those that it takes, and answers that no field should give. */
const tryFields = once(async () => {
  const taken = new Map<string, { path: Path; texts: string[] }[]>()
  const wrong: string[] = []
  for (const shape of shapes) {
    const base = await send(stage, shape, [])
    const fields = shape.fields.map((path) => ({ path, texts: [] as string[] }))
    taken.set(shape.name, fields)
    for (const { path, texts } of fields) {
      for (let count = 0; count < perField; count++) {
        const text = nextText()
        const { status, named } = await send(stage, shape, [[path, text]])
        tries++
        if (status < 300) texts.push(text)
        if (base.status === 401) wrong.push(`${shape.name} is sent by nobody`)
        const isNamed = status === 422 && named.some((name) => name.split('.').includes(String(path[0])))
        // Where nothing at all is taken, what is about something else is told first: that a site cannot be reached.
        const isRefused = base.status < 300 ? isNamed : status === base.status || (status >= 400 && status < 500)
        if (status >= 300 && !isRefused) wrong.push(`${shape.name} ${path.join('.')} ${status} ${named} ${text}`)
      }
    }
  }
  return { taken, wrong }
})

test('a field takes a hostile text as it is, or refuses it with 422 and its name', { timeout: 1_200_000 }, async () => {
  const { taken, wrong } = await tryFields()
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
  'createUser sales ClientFullName',
  'saveSetting smtp from_name',
  'saveCompanyGroup LeadsPeek companyGroupName',
  'saveOrganization organizationName',
  'createCustomer cardholder',
  'replaceCard address',
  'createCredential subdomain',
]

/** What a field of one line takes when it takes anything. */
const plainLines = hostileTexts.filter((text) => !/\p{Cc}/u.test(text))

/**
 * Texts that are asked for and not kept, because the server knows better or a draft is only previewed; that are written over by the next call, or lie
 * further down than the first page of a log; that belong to modules without pages; that are searched for.
 */
const shownNowhere = new RegExp(
  [
    /^accept\w*Agreement|^createCredential|^testSmtp|^listLog\w+ search|^previewIntegration|^chargeWallet|^searchEverything/,
    /^createCustomer|^update\w*Campaign campaignName|^switchUser reason|^saveUserLog (desc|userIP)|^saveSetting .*actiontype/,
    /^saveSetting modules .*(locator|enhance)\.name|of the operator local\.name/,
    // Further steps of a wizard, forms of other rows, pictures by name.
    /^saveProfile company|^createCampaign event_goals|DownlineOrganizationID|roleIcon|^saveOrganization (campaigns|external)|^createCustomIntegration (details|url)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const filled = new Map<Path, number>()

/** The texts that a field takes, one after the other, so many of them at once as a line usually holds. */
function nextOf(path: Path, texts: readonly string[]): string {
  let at = filled.get(path) ?? turn++ * 7
  let together = texts[at++ % texts.length]!
  while (together.length + texts[at % texts.length]!.length < 200) together += ` ${texts[at++ % texts.length]!}`
  filled.set(path, at)
  return together
}

/**
 * Fills everything anew: each free field with texts that it takes, ten things of each kind that can be many. Every second
 * one says which field it stands in.
 */
async function fill(round: number): Promise<void> {
  const { taken } = await tryFields()
  stage.http.forget()
  for (const shape of shapes) {
    const fields = taken.get(shape.name)!.filter(({ texts }) => texts.length > 0)
    if (fields.length === 0) continue
    for (let count = shape.operation.method === 'POST' ? 10 : 1; count > 0; count--) {
      // Many texts at once where all are taken, else one that each field took by itself.
      const isMarked = (round + count) % 2 === 1
      const many = fields.map(({ path, texts }) => {
        const text = texts.length === perField ? nextOf(path, plainLines) : texts[turn++ % texts.length]!
        return [path, isMarked && texts.length === perField ? marked(text, shape.name, path) : text] as const
      })
      if ((await send(stage, shape, many)).status < 300) continue
      // With its mark a text may be too long for its field: then the next one is tried.
      for (let tried = 0; tried < perField; tried++) {
        const single = fields.map(({ path, texts }) => {
          // Each try takes other texts, also where there are as many fields as texts.
          const text = texts[(turn++ + tried) % texts.length]!
          return [path, isMarked && texts.length === perField ? marked(text, shape.name, path) : text] as const
        })
        if ((await send(stage, shape, single)).status < 300) break
      }
    }
  }
}

describe('what is stored', () => {
  let leadId: string
  const shown = new Set<string>()
  /** Fields whose texts were read somewhere, by their marks. */
  const seen = new Set<number>()
  /** Pages that showed another one instead. */
  const elsewhere: string[] = []

  beforeAll(async () => {
    leadId = await insertRecords(stage)
  })

  const addressOf = (path: string): string => {
    const { acme, root } = stage.tree
    const ids = {
      company: acme.clients[1]!.id,
      agency: stage.tree.brightside.id,
      rep: root.salesRep.id,
      campaign: stage.campaign.id,
      lead: leadId,
      banner: stage.banner,
      integration: stage.integration,
    }
    return path.replaceAll(/:([a-z]+)/g, (_all, name: string) =>
      encodeURIComponent(name === 'text' ? nextText() : ids[name as keyof typeof ids]),
    )
  }

  /** What can be read on the page, in fields too. */
  async function note(page: Page): Promise<void> {
    looks++
    const text = await page.evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('input, textarea')].map((one) => (one as HTMLInputElement).value),
        ...[...document.querySelectorAll('[aria-label], [title]')].map(
          (one) => `${one.ariaLabel} ${one.getAttribute('title')}`,
        ),
      ].join('\n'),
    )
    for (const each of hostileTexts) if (text.includes(each.trim())) shown.add(each)
    for (const each of marksIn(text)) seen.add(each)
  }

  /** Saving what the page before shows, or a language that a press has turned, may load it anew at this moment: that ends first. */
  async function arrive(page: Page, address: string, tries = 3): Promise<void> {
    try {
      await page.goto(address)
    } catch (cause) {
      if (tries === 1) throw cause
      await page.waitForLoadState()
      await arrive(page, address, tries - 1)
    }
  }

  /** Opens a page and what is to be pressed on it, then everything that its buttons open. */
  async function look(page: Page, origin: string, visited: string, most: number): Promise<void> {
    const [path = '', ...presses] = visited.split(' > ')
    const address = origin + addressOf(path)
    await arrive(page, address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    if (!path.includes(':') && new URL(page.url()).pathname !== path.split('?')[0])
      elsewhere.push(`${address} led to ${page.url()}`)
    for (const press of presses) await page.locator(press).first().click()
    // The dashboard draws its chart as a table in place; everything else that is pressed opens something to fill in.
    const opened = presses.at(-1) === 'text="Table"' ? 'main table' : '[role="dialog"]:visible, main form:visible'
    if (presses.length > 0) await page.locator(opened).first().waitFor()
    await settled(page)
    await note(page)
    stage.found.push(...(await lookAt(page)))
    // A search, and what was pressed, show the same dialogs once more.
    if (path.includes('search') || presses.length > 0) return
    await openDialogs(page, most, async () => {
      await note(page)
      stage.found.push(...(await lookAt(page)))
    })
  }

  async function go({ user, host, paths }: Visit, most: number): Promise<void> {
    const page = await stage.pageOf(user)
    for (const path of everyNth(paths, 3)) {
      await look(page, stage.origin(host), path, most).catch((cause: unknown) => {
        throw new Error(`${user?.kind ?? 'nobody'} could not look at ${path}: ${String(cause)}`, { cause })
      })
    }
    await page.context().close()
  }

  const lookAtPages = once(async () => {
    for (let round = 0; round < rounds; round++) {
      await fill(round)
      // Mostly they wait: for a page, or to see that a button opens nothing.
      const waiting = [...visitsOf(stage.tree)]
      const lane = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          // A dialog takes a second, and shows the same as before but for the texts: every tenth time.
          await go(next, round % 10 === 0 ? dialogsOnPage : 0)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    }
  })

  test('runs on no page and in no dialog', { timeout: 7_200_000 }, async () => {
    await lookAtPages()
    expect(stage.found).toEqual([])
    expect(elsewhere, 'pages that led away').toEqual([])
    expect(shown.size, 'the texts are to be read').toBeGreaterThan(sampleOf(20, 30))
  })

  const lookAtMails = once(async () => {
    await lookAtPages()
    // A look at all pages takes longer than a token lives.
    stage.http.forget()
    // Through the agency's own mail server, as a hostile sender; the one that it has now asks nobody for a password.
    const mailServer = shapes.find(({ name }) => name === 'saveSetting smtp')!
    const sender = marked(plainLines[0]!, mailServer.name, ['from_name'])
    expect((await send(stage, mailServer, [[['from_name'], sender]])).status).toBe(200)
    await runJobs(stage.db, stage.http.platform)
    const mails = stage.mailbox.messages().filter(({ html }) => html.includes('hx'))
    expect(mails.length).toBeGreaterThan(3)
    const page = await stage.pageOf(null)
    let shownNow = ''
    await page.route('http://mail.localhost/', (route) => route.fulfill({ contentType: 'text/html', body: shownNow }))
    for (const { html, raw } of mails.slice(0, 40)) {
      shownNow = html
      await page.goto('http://mail.localhost/')
      stage.found.push(...(await lookAt(page)))
      for (const each of marksIn(`${raw} ${html}`)) seen.add(each)
      // A text is never a line of the head.
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    }
    await page.context().close()
  })

  test('runs in no mail', { timeout: 7_200_000 }, async () => {
    await lookAtMails()
    expect(stage.found).toEqual([])
  })

  /** A file as the browser would keep it. */
  async function download(operation: Operation, params: Record<string, string>): Promise<string> {
    const caller = stage.http.as(stage.tree.acme.owner)
    const path = pathWith(operation, params)
    const { ticket } = (await caller.call(makeDownloadTicket, { body: { path } })).body
    return (await caller.inject({ method: 'GET', url: `${path}?ticket=${ticket}` })).payload
  }

  const readFiles = once(async () => {
    await lookAtPages()
    stage.http.forget()
    const id = stage.tree.acme.id
    const files = [
      await download(exportLeads, { companyID: id }),
      await download(downloadUserLogs, { company: id, usertype: '9999' }),
    ]
    for (const each of marksIn(files.join())) seen.add(each)
    return files
  })

  test('is a formula in no spreadsheet', { timeout: 7_200_000 }, async () => {
    const files = await readFiles()
    const cells = files.flatMap((file) => (parse(file, { bom: true }) as string[][]).slice(1).flat())
    expect(
      cells.some((cell) => /^'[=+@-]/.test(cell)),
      'formulas are there, as texts',
    ).toBe(true)
    // A number may be below zero.
    expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))).toEqual([])
  })

  prove('was seen wherever it was kept, so that nothing is left out', { timeout: 7_200_000 }, async () => {
    await Promise.all([lookAtMails(), readFiles()])
    expect(seen.size).toBeGreaterThan(0)
    expect(unseen(seen).filter((name) => !shownNowhere.test(name))).toEqual([])
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
