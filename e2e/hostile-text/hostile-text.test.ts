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
import { sendMailSample } from '#contract/mails/mail-samples.ts'
import { pathWith } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { waitUntilSettled } from '../support/look.ts'
import { openDialogs } from '../support/open-dialogs.ts'
import { fieldsTitle } from './fields-title.ts'
import type { Path, Shape } from './fields.ts'
import { markText, marksIn, missingFrom, noteStored } from './marks.ts'
import { visitsOf, type Visit } from './pages.ts'
import { insertRecords } from './records.ts'
import { openStage, type HostileStage } from './stage.ts'
import { send, sendMarked, shapes } from './store.ts'
import { hostileTexts } from './texts.ts'
import { findInjected } from './watch.ts'

// Stores hostile text in every text field that accepts it, then opens every page, dialog, email and file that shows it:
// none may run as code, become an element or a URL, or cause a request to another machine.

/** How many texts each field gets, fewer in the everyday run; `npm run bench -- xss` tries all of them. */
const sample = process.env['XSS_PER_FIELD'] ?? sampleOf('3', '4')
const perField = sample === 'all' ? hostileTexts.length : Number(sample)
const rounds = Number(process.env['XSS_ROUNDS'] ?? 1)

/** Pages that are viewed in parallel. */
const lanes = 4
const dialogsOnPage = Number(process.env['XSS_DIALOGS'] ?? 2)

let stage: HostileStage
let turn = 0
/** How many texts were sent to fields, and how many pages and dialogs were viewed. */
let tries = 0
let looks = 0
/** Texts that a single-line field accepts if it accepts any. */
const plainLines = hostileTexts.filter((text) => !/\p{Cc}/u.test(text))
const nextText = (): string => hostileTexts[turn++ % hostileTexts.length]!
const shortLines = plainLines.filter(({ length }) => length <= 40)
/** A field's first text: by chance a sample could have only long ones and texts of several lines, which many fields refuse. */
const nextLine = (): string => shortLines[turn++ % shortLines.length]!

beforeAll(async () => {
  stage = await openStage()
}, 60_000)
afterAll(async () => {
  const figures = process.env['XSS_FIGURES']
  if (figures)
    await writeFile(figures, JSON.stringify({ texts: perField, tries, looks, executions: stage.findings.length }))
  await stage.close()
})

/** Runs each step below only once, so that every test can run by itself. */
const once = <T>(step: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => (result ??= step())
}

/** Tries texts on each field of each operation. Returns the accepted ones, and responses that no field should give. */
const tryFields = once(async () => {
  const fieldsByShape = new Map<string, { path: Path; texts: string[] }[]>()
  const problems: string[] = []
  for (const shape of shapes) {
    const base = await send(stage, shape, [])
    const fields = shape.fields.map((path) => ({ path, texts: [] as string[] }))
    fieldsByShape.set(shape.name, fields)
    for (const { path, texts } of fields) {
      for (let count = 0; count < perField; count++) {
        const text = count === 0 ? nextLine() : nextText()
        const { status, fields } = await send(stage, shape, [[path, text]])
        tries++
        if (status < 300) texts.push(text)
        if (base.status === 401) problems.push(`${shape.name} is sent by nobody`)
        const isNamed = status === 422 && fields.some((name) => name.split('.').includes(String(path[0])))
        // If the base request fails as well, another error may be reported first, such as an unreachable site.
        const isRefused = base.status < 300 ? isNamed : status === base.status || (status >= 400 && status < 500)
        if (status >= 300 && !isRefused) problems.push(`${shape.name} ${path.join('.')} ${status} ${fields} ${text}`)
      }
    }
  }
  return { fieldsByShape, problems }
})

test(fieldsTitle, { timeout: 1_200_000 }, async () => {
  const { fieldsByShape, problems } = await tryFields()
  expect(problems).toEqual([])
  const free = [...fieldsByShape].flatMap(([name, fields]) =>
    fields.filter(({ texts }) => texts.length > 0).map(({ path }) => `${name} ${path.join('.')}`),
  )
  expect(free).toEqual(expect.arrayContaining(mustBeFree))
})

/** Free-text fields that must accept some texts: otherwise the corpus would prove nothing. */
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

/**
 * Fields whose text no page shows: not stored because the server ignores it or only previews a draft; overwritten by
 * the next request; beyond the first page of a log; part of modules without pages; or search terms.
 */
const shownNowhere = new RegExp(
  [
    /^accept\w*Agreement|^createCredential|^testSmtp|^listLog\w+ search|^previewIntegration|^chargeWallet|^searchEverything/,
    /^createCustomer|^update\w*Campaign campaignName|^switchUser reason|^saveUserLog (desc|userIP)|^saveSetting .*actionType/,
    /^saveSetting modules .*(locator|enhance)\.name|of the operator (local|b2b)\.name/,
    // Later steps of a wizard, forms of other rows, pictures by name.
    /^saveProfile company|^createCampaign event_goals|DownlineOrganizationID|roleIcon|^saveOrganization (campaigns|external)|^createCustomIntegration (details|url)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const positions = new Map<Path, number>()

/** Cycles through the texts that a field accepts, joining as many as usually fit in a line. */
function nextOf(path: Path, texts: readonly string[]): string {
  let at = positions.get(path) ?? turn++ * 7
  let together = texts[at++ % texts.length]!
  while (together.length + texts[at % texts.length]!.length < 200) together += ` ${texts[at++ % texts.length]!}`
  positions.set(path, at)
  return together
}

async function store(shape: Shape, texts: readonly (readonly [Path, string])[]): Promise<boolean> {
  const isStored = (await send(stage, shape, texts)).status < 300
  if (isStored) noteStored(texts.map(([, text]) => text))
  return isStored
}

/**
 * Fills everything again: each free field with texts that it accepts, ten items of each kind that allows several. Every
 * second item marks its texts with the field's name.
 */
async function fill(round: number): Promise<void> {
  const { fieldsByShape } = await tryFields()
  stage.http.forget()
  for (const shape of shapes) {
    const fields = fieldsByShape.get(shape.name)!.filter(({ texts }) => texts.length > 0)
    if (fields.length === 0) continue
    for (let count = shape.operation.method === 'POST' ? 10 : 1; count > 0; count--) {
      // Several texts at once if the field accepts all of them, otherwise one that it accepts by itself.
      const isMarked = (round + count) % 2 === 1
      const many = fields.map(({ path, texts }) => {
        const text = texts.length === perField ? nextOf(path, plainLines) : texts[turn++ % texts.length]!
        return [path, isMarked && texts.length === perField ? markText(text, shape.name, path) : text] as const
      })
      if (await store(shape, many)) continue
      // A marked text may be too long for its field: then try the next one.
      for (let round = 0; round < perField; round++) {
        const single = fields.map(({ path, texts }) => {
          // Each try picks other texts, even if there are as many fields as texts.
          const text = texts[(turn++ + round) % texts.length]!
          return [path, isMarked && texts.length === perField ? markText(text, shape.name, path) : text] as const
        })
        if (await store(shape, single)) break
      }
    }
  }
}

describe('stored hostile text', () => {
  let leadId: string
  const texts = new Set<string>()
  /** Fields whose marked texts were found somewhere. */
  const marks = new Set<number>()
  /** Pages that redirected to another one. */
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
      noted: stage.lead,
      banner: stage.banner,
      shared: stage.sharedReport,
      integration: stage.integration,
    }
    return path.replaceAll(/:([a-z]+)/g, (_all, name: string) =>
      encodeURIComponent(name === 'text' ? nextText() : ids[name as keyof typeof ids]),
    )
  }

  /** Records the hostile texts visible on the page, including in input fields. */
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
    for (const each of hostileTexts) if (text.includes(each.trim())) texts.add(each)
    for (const each of marksIn(text)) marks.add(each)
  }

  /** A pending save or language change of the previous page may reload it right now: wait, then try again. */
  async function arrive(page: Page, address: string, tries = 3): Promise<void> {
    try {
      await page.goto(address)
    } catch (cause) {
      if (tries === 1) throw cause
      await page.waitForLoadState()
      await arrive(page, address, tries - 1)
    }
  }

  /** Opens a page and clicks its presses, then opens everything behind its buttons. */
  async function look(page: Page, origin: string, place: string, most: number): Promise<void> {
    const [path = '', ...presses] = place.split(' > ')
    const address = origin + addressOf(path)
    await arrive(page, address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The page for a new password leads to another one once its link has been checked.
    if (path.startsWith('/set-new-password/'))
      await page.locator('main :is(form, a[href="/login"], a[href="/"])').first().waitFor()
    await waitUntilSettled(page)
    if (!path.includes(':') && new URL(page.url()).pathname !== path.split('?')[0])
      elsewhere.push(`${address} led to ${page.url()}`)
    for (const press of presses) await page.locator(press).first().click()
    // The dashboard replaces its chart with a table; every other press opens a form, dialog or menu.
    const selector =
      presses.at(-1) === 'text="Table"' ? 'main table' : ':is([role="dialog"], [role="menu"], main form):visible'
    if (presses.length > 0) await page.locator(selector).first().waitFor()
    await waitUntilSettled(page)
    await note(page)
    stage.findings.push(...(await findInjected(page)))
    // Searches and pages with presses would only show the same dialogs again.
    if (path.includes('search') || presses.length > 0) return
    await openDialogs(page, most, async () => {
      await note(page)
      stage.findings.push(...(await findInjected(page)))
    })
  }

  async function go({ user, host, paths }: Visit, most: number): Promise<void> {
    const page = await stage.pageOf(user)
    for (const path of everyNth(paths, 6)) {
      await look(page, stage.origin(host), path, most).catch((cause: unknown) => {
        throw new Error(`${user?.kind ?? 'nobody'} could not look at ${path}: ${String(cause)}`, { cause })
      })
    }
    await page.context().close()
  }

  const lookAtPages = once(async () => {
    for (let round = 0; round < rounds; round++) {
      await fill(round)
      // In parallel, because most of the time is waiting: for a page, or to see that a button opens nothing.
      const waiting = [...visitsOf(stage.tree)]
      const lane = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          // A dialog takes a second and shows the same except for the texts, so open them in every tenth round only.
          await go(next, round % 10 === 0 ? dialogsOnPage : 0)
        }
      }
      // A lane that fails ends the others too: they must not look at pages whose program has been closed.
      const ends = await Promise.allSettled(
        Array.from({ length: lanes }, () => lane().finally(() => waiting.splice(0))),
      )
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    }
  })

  test('runs on no page and in no dialog', { timeout: 7_200_000 }, async () => {
    await lookAtPages()
    expect(stage.findings).toEqual([])
    expect(elsewhere, 'pages that led away').toEqual([])
    expect(texts.size, 'the texts are to be read').toBeGreaterThan(sampleOf(20, 30))
  })

  const lookAtMails = once(async () => {
    await lookAtPages()
    // Viewing all pages takes longer than a token lives.
    stage.http.forget()
    // Send through the agency's own mail server with a hostile sender name; the present server needs no password.
    expect(await sendMarked(stage, 'saveSetting smtp', 'from_name', plainLines[0]!)).toBe(200)
    await runJobs(stage.db, stage.http.platform)
    // A sample in own words comes after all others: only the newest are looked at.
    expect(await sendMarked(stage, 'saveMailText', 'words', plainLines[0]!)).toBe(200)
    const sample = { companyID: stage.tree.acme.id, name: 'lead', lang: 'en' } as const
    expect((await stage.http.as(stage.tree.acme.owner).call(sendMailSample, { body: sample })).status).toBe(200)
    const mails = stage.mailbox.messages().filter(({ html, subject }) => `${subject} ${html}`.includes('hx'))
    expect(mails.length).toBeGreaterThan(3)
    const page = await stage.pageOf(null)
    let shownNow = ''
    await page.route('http://mail.localhost/', (route) => route.fulfill({ contentType: 'text/html', body: shownNow }))
    for (const { html, raw, subject } of mails.slice(0, 40)) {
      shownNow = html
      await page.goto('http://mail.localhost/')
      stage.findings.push(...(await findInjected(page)))
      for (const each of marksIn(`${subject} ${raw} ${html}`)) marks.add(each)
      // A text must never inject a header line.
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    }
    await page.context().close()
  })

  test('runs in no email', { timeout: 7_200_000 }, async () => {
    await lookAtMails()
    expect(stage.findings).toEqual([])
  })

  /** Downloads a file as the browser would. */
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
    for (const each of marksIn(files.join())) marks.add(each)
    return files
  })

  test('is a formula in no spreadsheet', { timeout: 7_200_000 }, async () => {
    const files = await readFiles()
    const cells = files.flatMap((file) => (parse(file, { bom: true }) as string[][]).slice(1).flat())
    expect(
      cells.some((cell) => /^'[=+@-]/.test(cell)),
      'formulas are there, as texts',
    ).toBe(true)
    // Negative numbers are allowed.
    expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))).toEqual([])
  })

  prove('was seen wherever it was kept, so that nothing is left out', { timeout: 7_200_000 }, async () => {
    await Promise.all([lookAtMails(), readFiles()])
    expect(marks.size).toBeGreaterThan(0)
    expect(missingFrom(marks).filter((name) => !shownNowhere.test(name))).toEqual([])
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
    const file = await caller.call(downloadCertificate, { params: { acceptanceId: certificate_id! } })
    expect(file.raw.rawPayload.toString('latin1')).not.toMatch(/\/(JavaScript|JS|Launch|URI|OpenAction|EmbeddedFile)\b/)
  })
})
