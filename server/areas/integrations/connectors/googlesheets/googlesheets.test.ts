import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { knownInformation } from '#contract/identity/advance-information.ts'
import { testIntegration } from '#contract/integrations/connections.ts'
import {
  checkSpreadsheet,
  checkSpreadsheetConnection,
  getSpreadsheetHistory,
  resendGoogleLink,
  resetSpreadsheet,
  revokeSpreadsheet,
} from '#contract/integrations/spreadsheets.ts'
import { takeBackLead } from '#contract/integrations/take-back.ts'
import { startMailbox } from '#demo/mailbox.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { closeMail } from '#server/platform/mail.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { mailSheetLinkJob } from '../../connections/spreadsheets.ts'
import type { ReceivedRequest } from '../stand-in.ts'
import { googleEnv, startGoogle, type GoogleStandIn } from './stand-in.ts'

let world: ConnectionsWorld
let firm: GoogleStandIn
let client: string

beforeAll(async () => {
  firm = await startGoogle(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({
    OUTGOING_ALLOW: firm.host,
    ...googleEnv(firm.url),
  })
  client = world.tree.acme.clients[0]!.id
})
beforeEach(() => {
  // The per-minute quota must not carry over from the previous test.
  world.wait(61_000)
  firm.books.clear()
})
afterAll(async () => {
  await world.close()
  await firm.stop()
})

const appends = ({ text }: ReceivedRequest): boolean => text.includes('appendCells')
const owner = () => world.http.as(world.tree.acme.owner)
const onlyBook = () => {
  expect(firm.books.size).toBe(1)
  return [...firm.books.values()][0]!
}

/** A campaign with a sheet destination and a report recipient. */
async function connected(): Promise<CampaignPath> {
  const answer = await world.authorize(client, 'googlesheets')
  expect(answer.body).toMatchObject({ data: { status: 'connected', account: 'sheets@plumbright.test' } })
  const campaign = await world.newCampaign()
  await inScope(world.db.appPool, { kind: 'root', rootId: campaign.rootId }, (tx) =>
    saveReportRecipients(tx, campaign, world.clock.now(), ['reports@plumbright.test']),
  )
  await world.use(campaign, 'googlesheets', {})
  return campaign
}

describe('leads', () => {
  test('are rows of one sheet per campaign, which its report recipients can edit', async () => {
    const campaign = await connected()
    const leads = await world.addLeads(campaign, 3)
    await world.deliverFor(0.01)
    await world.addLeads(campaign, 2)
    await world.deliverFor(0.01)
    const book = onlyBook()
    expect(book.rows[0]!.slice(0, 6)).toEqual(['Lead ID', 'Created', 'Campaign', 'First name', 'Last name', 'Email'])
    expect(book.rows[0]!.at(-1)).toBe('Note')
    expect(book.rows).toHaveLength(6)
    // They have the same timestamp, so any of them may be first.
    const row = book.rows.find((cells) => cells.includes(leads[0]!.id))
    expect(row).toContain(leads[0]!.email)
    expect([...book.editors]).toEqual(['reports@plumbright.test'])
  })

  test('say for a suggested contact that they may not have visited', async () => {
    const campaign = await connected()
    await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    const book = onlyBook()
    // A sheet from before notes existed gets the column at its end.
    book.rows[0] = book.rows[0]!.slice(0, -1)
    const [suggestion] = await world.addLeads(campaign, 1)
    await world.db.adminPool.query(`update lead set match_key = 'company' where id = $1`, [suggestion!.id])
    await world.deliverFor(0.01)
    const note = book.rows[0]!.indexOf('Note')
    expect(note).toBe(book.rows[0]!.length - 1)
    expect(book.rows[1]![note] ?? '').toBe('')
    expect(book.rows[2]).toContain(suggestion!.id)
    expect(book.rows[2]![note]).toBe('Suggested contact at a visiting company')
  })

  test('have a column for what only some of them have, added when it is first needed', async () => {
    const campaign = await connected()
    const addInformed = async (information: object, search: object | null = null): Promise<string> => {
      const [lead] = await world.addLeads(campaign, 1)
      await world.db.adminPool.query('update lead set information = $2, search = $3 where id = $1', [
        lead!.id,
        information,
        search,
      ])
      await world.deliverFor(0.01)
      return lead!.id
    }
    await addInformed({})
    const book = onlyBook()
    const before = [...book.rows[0]!]
    const cellsOf = (id: string): Record<string, string> =>
      Object.fromEntries(book.rows.find((row) => row.includes(id))!.map((cell, at) => [book.rows[0]![at], cell]))
    await addInformed({ job_title: 'Buyer', age_band: '35-44' })
    expect(book.rows[0]).toEqual([...before, 'Age band', 'Job title'])
    const last = await addInformed(
      { company_name: '=SUM(A1)', job_title: 'Owner' },
      { phrases: ['roof repair', 'new roof'], count: 2, score: 2, excluded_by: null },
    )
    expect(book.rows[0]).toEqual([...before, 'Age band', 'Job title', 'Searched for', 'Company name'])
    expect(cellsOf(last)).toMatchObject({
      'Job title': 'Owner',
      'Searched for': 'roof repair, new roof',
      'Company name': '=SUM(A1)',
    })
    // More than the 26 columns of a new sheet.
    const full = await addInformed(Object.fromEntries(knownInformation.map(({ id }) => [id, id])))
    expect(Object.values(cellsOf(full))).toEqual(expect.arrayContaining(knownInformation.map(({ id }) => id)))

    await owner().call(takeBackLead, { body: { lead_id: last } })
    await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
    expect(cellsOf(last)).toMatchObject({ 'Lead ID': last, Created: 'Removed', 'Searched for': '', 'Company name': '' })
  })

  test('are written once even if the response was lost', async () => {
    const campaign = await connected()
    await world.addLeads(campaign, 3)
    firm.fail({ kind: 'lose-answer' }, { when: appends })
    await world.deliverFor(1)
    expect(onlyBook().rows).toHaveLength(4)
    const tries = (await world.deliveriesOf(campaign)).map(({ status, attempts }) => `${status} ${attempts}`)
    expect(tries).toEqual(['delivered 2', 'delivered 2', 'delivered 2'])
  })

  test('respect columns that people move, rename, or add, and only ever add columns', async () => {
    const campaign = await connected()
    await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    const book = onlyBook()
    book.rows[0] = ['Notes', ...book.rows[0]!.map((name) => (name === 'Email' ? 'Contact' : name))]
    book.rows[1] = ['call back', ...book.rows[1]!]
    book.tab = "Pat's leads"
    const [second] = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    expect(book.rows[0]!.slice(0, 2)).toEqual(['Notes', 'Lead ID'])
    expect(book.rows[0]!.at(-1)).toBe('Email')
    expect(book.rows[1]![0]).toBe('call back')
    expect(book.rows[2]).toEqual(expect.arrayContaining([second!.id, second!.email]))
    expect(book.rows[2]![0]).toBe('')
  })

  test('are written once each under their headings when people insert empty columns', async () => {
    const campaign = await connected()
    await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    const book = onlyBook()
    for (const row of book.rows) {
      row.splice(2, 0, '')
      row.unshift('')
    }
    const header = [...book.rows[0]!]
    await world.addLeads(campaign, 2)
    firm.fail({ kind: 'lose-answer' }, { when: appends })
    await world.deliverFor(1)
    const leads = (await world.deliveriesOf(campaign)).map(({ status, attempts }) => `${status} ${attempts}`)
    expect(leads.toSorted()).toEqual(['delivered 1', 'delivered 2', 'delivered 2'])
    expect(book.rows[0]).toEqual(header)
    const ids = book.rows.slice(1).map((row) => row[header.indexOf('Lead ID')])
    expect(new Set(ids).size).toBe(3)
    expect(book.rows).toHaveLength(4)
    for (const row of book.rows.slice(1)) {
      expect([row[0], row[3]]).toEqual(['', ''])
      expect(row[header.indexOf('Email')]).toMatch(/@/)
    }
  })

  test('are written even if a recipient cannot be given access, as the account’s own policy may require', async () => {
    const campaign = await connected()
    const [lead] = await world.addLeads(campaign, 1)
    const body = { error: { code: 403, errors: [{ reason: 'shareOutNotPermitted' }], message: 'Not permitted.' } }
    firm.fail(
      { kind: 'answer', response: { status: 403, body } },
      { when: ({ url }) => url.pathname.endsWith('/permissions'), times: 100 },
    )
    await world.deliverFor(1)
    expect(onlyBook().rows[1]).toContain(lead!.id)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'ok', cause: null })
    const count = firm.received.length
    await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    expect(firm.received.slice(count).filter(({ url }) => url.pathname.endsWith('/permissions'))).toEqual([])
  })

  test('are written as text, whatever they begin with', async () => {
    const campaign = await connected()
    const [lead] = await world.addLeads(campaign, 1)
    await world.db.adminPool.query(`update lead set first_name = '=HYPERLINK("http://evil.test")' where id = $1`, [
      lead!.id,
    ])
    await world.deliverFor(0.01)
    expect(onlyBook().rows[1]).toContain('=HYPERLINK("http://evil.test")')
    const writes = firm.received.filter(({ method, url }) => method !== 'GET' && url.pathname.includes('/values/'))
    expect(writes.every(({ url }) => url.searchParams.get('valueInputOption') === 'RAW')).toBe(true)
  })
})

describe('a test send', () => {
  test('always goes to the campaign’s one sheet, and creates another when that one is gone', async () => {
    const campaign = await connected()
    const body = { leadspeek_api_id: campaign.campaignId, integration_slug: 'googlesheets', details: {} } as const
    const sendTest = async () => {
      world.wait(61_000)
      return (await owner().call(testIntegration, { body })).body.data
    }
    for (let n = 0; n < 3; n++) expect(await sendTest()).toEqual({ delivered: 'T', cause: null })
    const book = onlyBook()
    expect(book.rows.slice(1).map((row) => row.includes('Taylor'))).toEqual([true, true, true])
    expect(book.editors.size).toBe(0)
    // The test sheet is separate from the sheet of the campaign's leads.
    const [lead] = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    expect(firm.books.size).toBe(2)
    expect(book.rows.flat()).not.toContain(lead!.id)
    firm.books.delete(book.id)
    expect(await sendTest()).toEqual({ delivered: 'T', cause: null })
    expect(await sendTest()).toEqual({ delivered: 'T', cause: null })
    expect(firm.books.size).toBe(2)
  })
})

describe('R238: a sheet', () => {
  test('is checked, and its history says what was written', async () => {
    const campaign = await connected()
    const body = { leadspeek_api_id: campaign.campaignId }
    expect((await owner().call(checkSpreadsheet, { body })).body.data).toMatchObject({ status: 'ok', url: null })
    const [lead] = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    const { id } = onlyBook()
    const answer = await owner().call(checkSpreadsheet, { body })
    expect(answer.body.data).toEqual({ status: 'ok', url: `${firm.url}/book/${id}`, rows: 1, cause: null })
    const history = await owner().call(getSpreadsheetHistory, { params: { campaign: campaign.campaignId } })
    expect(history.body.data).toMatchObject([{ lead_id: lead!.id, outcome: 'delivered', cause: null }])
    firm.books.clear()
    expect((await owner().call(checkSpreadsheet, { body })).body.data).toMatchObject({
      status: 'problem',
      cause: 'list_deleted',
    })
  })

  test('pauses the campaign when it was deleted, and a reset writes every lead to a new one', async () => {
    const campaign = await connected()
    const first = await world.addLeads(campaign, 2)
    await world.deliverFor(0.01)
    firm.books.clear()
    const missedLeads = await world.addLeads(campaign, 2)
    await world.deliverFor(3)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'list_deleted' })
    const resetAnswer = await owner().call(resetSpreadsheet, { body: { leadspeek_api_id: campaign.campaignId } })
    expect(resetAnswer.body).toMatchObject({ data: { leads: 4 }, message: 'The sheet is being written again.' })
    await world.deliverFor(1)
    const ids = onlyBook()
      .rows.slice(1)
      .map(([id]) => id)
    expect(ids.toSorted()).toEqual([...first, ...missedLeads].map(({ id }) => id).toSorted())
  })

  test('pauses the campaign with that cause when it reaches Google’s size limit', async () => {
    const campaign = await connected()
    await world.addLeads(campaign, 1)
    const message = 'This action would increase the number of cells in the workbook above the limit of 10000000 cells.'
    const response = { status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT', message } } }
    firm.fail({ kind: 'answer', response }, { when: appends, times: 3 })
    await world.deliverFor(1)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'quota' })
  })

  test('is cleared by a reset if it exists, and refilled without duplicates; its history keeps both writes', async () => {
    const campaign = await connected()
    await world.addLeads(campaign, 3)
    await world.deliverFor(0.01)
    onlyBook().rows.push(['something', 'typed', 'by hand'])
    await owner().call(resetSpreadsheet, { body: { leadspeek_api_id: campaign.campaignId } })
    await world.deliverFor(1)
    expect(onlyBook().rows).toHaveLength(4)
    const history = await owner().call(getSpreadsheetHistory, { params: { campaign: campaign.campaignId } })
    expect(history.body.data).toHaveLength(6)
  })

  test('is not cleared while leads are being written to it', async () => {
    const campaign = await connected()
    const before = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    const meanwhile = await world.addLeads(campaign, 1)
    let release = (): void => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    const count = firm.received.length
    firm.fail({ kind: 'hold-answer', until }, { when: appends })
    const sending = world.deliverer.deliverDue(campaign.rootId)
    const saw = (what: (one: ReceivedRequest) => boolean) => () => firm.received.slice(count).some(what)
    await vi.waitUntil(saw(appends), { timeout: 20_000 })
    const resetting = owner().call(resetSpreadsheet, { body: { leadspeek_api_id: campaign.campaignId } })
    await vi
      .waitUntil(
        saw(({ url }) => url.pathname.includes(':clear')),
        { timeout: 1_000 },
      )
      .catch(() => {})
    release()
    await sending
    expect((await resetting).body.data).toEqual({ leads: 2 })
    await world.deliverFor(1)
    const ids = onlyBook().rows.map(([id]) => id)
    expect(ids.toSorted()).toEqual(['Lead ID', ...[...before, ...meanwhile].map(({ id }) => id)].toSorted())
  })

  test('has a link that can be emailed again to those who have access', async () => {
    const campaign = await connected()
    const body = { leadspeek_api_id: campaign.campaignId }
    expect((await owner().call(resendGoogleLink, { body })).status).toBe(409)
    await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    expect((await owner().call(resendGoogleLink, { body })).body.data).toEqual({ recipients: 1 })
    const { rows } = await world.db.adminPool.query(
      `select job.payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = 'mail-sheet-link'`,
    )
    expect(rows).toHaveLength(1)
    const mailbox = await startMailbox({ now: world.clock.now })
    const { platform } = world.http
    const mailing = { ...platform, config: { ...platform.config, SMTP_URL: mailbox.smtpUrl } }
    const inLanguage = (language: string) =>
      world.db.adminPool.query(`update app_user set email = 'reports@plumbright.test', language = $2 where id = $1`, [
        world.tree.acme.clients[0]!.user.id,
        language,
      ])
    await mailSheetLinkJob.run(mailing, rows[0].payload)
    await inLanguage('ar')
    await mailSheetLinkJob.run(mailing, { ...rows[0].payload, askedAt_ms: world.clock.now() + 1 })
    const [english, arabic] = mailbox.messages().toReversed()
    expect(english!.subject).toMatch(/^Lead sheet: /)
    expect(english!.text).toContain(`Sheet: ${firm.url}/book/${onlyBook().id}`)
    expect(arabic!.subject).toMatch(/^جدول العملاء المحتملين: /)
    expect(arabic!.html).toContain('dir="rtl"')
    closeMail(mailing)
    await mailbox.close()
  })
})

describe('access', () => {
  test('is checked at Google and can be revoked', async () => {
    await connected()
    const params = { company: client }
    const there = await owner().call(checkSpreadsheetConnection, { params })
    expect(there.body.data).toEqual({ connected: 'T', account: 'sheets@plumbright.test', cause: null })
    expect((await owner().call(revokeSpreadsheet, { params })).body.message).toBe('Your settings have been saved.')
    expect(firm.isRevoked()).toBe(true)
    expect((await owner().call(checkSpreadsheetConnection, { params })).body.data).toMatchObject({ connected: 'F' })
    const log = await world.db.adminPool.query(`select from activity where action = 'integration.revokeSpreadsheet'`)
    expect(log.rowCount).toBe(1)
  })

  test('is reported as revoked when it was revoked at Google, and leads are kept', async () => {
    const campaign = await connected()
    await world.addLeads(campaign, 2)
    firm.revoke()
    await world.deliverFor(1)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
    expect((await owner().call(checkSpreadsheetConnection, { params: { company: client } })).body.data).toMatchObject({
      connected: 'F',
      cause: 'token_expired',
    })
  })

  test('without the files permission is rejected', async () => {
    firm.grant.scope = 'openid'
    const refusal = await world.authorize(client, 'googlesheets')
    firm.grant.scope = 'https://www.googleapis.com/auth/drive.file'
    expect([refusal.status, refusal.body.message]).toEqual([
      409,
      'The account isn’t allowed to do this. Give the key or the app the permissions it requires.',
    ])
  })
})
