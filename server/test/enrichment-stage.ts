import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { parse } from 'csv-parse/sync'
import { buyEnrichment, downloadEnrichment, enrichCampaign, readEnrichment } from '#contract/enrichment/enrichments.ts'
import { verifyEnrichments } from '#server/areas/enrichment/verify-enrichments.ts'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { createTestApp, noLimits, type TestApp } from './app.ts'
import type { TestUser } from './factories.ts'
import { multipart } from './multipart.ts'
import { runJobs } from './run-jobs.ts'
import { createSearchWorld, type SearchWorld } from './search-world.ts'

interface Now {
  world: SearchWorld
  http: TestApp
}

const asText = (value: object | string): string => (typeof value === 'string' ? value : JSON.stringify(value))

const clientOf = (now: Now) => now.world.tree.acme.clients[0]!

/** Every operation on lists, by the client unless another user is given. */
function callsOf(now: Now) {
  const owner = (): TestUser => now.world.tree.acme.owner
  const client = () => clientOf(now)
  const send = async (
    content: string | Buffer,
    {
      fileName = 'people.csv',
      user = client().user,
      of = client().id,
      columns,
    }: { fileName?: string; user?: TestUser; of?: string; columns?: object | string } = {},
  ) => {
    const answer = await now.http.as(user).inject({
      method: 'POST',
      url: `/api/enrichment/company/${of}/upload`,
      ...multipart([
        ...(columns === undefined ? [] : [{ name: 'column_fields', value: asText(columns) }]),
        { name: 'file', fileName, content },
      ]),
    })
    return {
      status: answer.statusCode,
      body: answer.json() as { data: { id: string }; field?: string; message: string },
    }
  }
  const readNow = async (id: string, user = client().user) =>
    (await now.http.as(user).call(readEnrichment, { params: { id } })).body.data
  /** Uploads a list and runs the job that matches it. */
  const sendAndMatch = async (content: string, columns?: object): Promise<string> => {
    const { status, body } = await send(content, columns && { columns })
    expect([status, body.message]).toEqual([
      201,
      'Your list is being matched. You pay nothing until you accept its price.',
    ])
    await runJobs(now.world.db, now.http.platform)
    return body.data.id
  }
  const matchedLeads = async (campaignId: string): Promise<string> => {
    const { status, body } = await now.http
      .as(client().user)
      .call(enrichCampaign, { params: { id: campaignId }, body: {} })
    expect(status).toBe(201)
    await runJobs(now.world.db, now.http.platform)
    return body.data.id
  }
  const buy = (id: string, quote_id: string, user = client().user) =>
    now.http.as(user).call(buyEnrichment, { params: { id }, body: { quote_id } })
  /** Accepts the price that is shown now. */
  const buyOffer = async (id: string): Promise<void> => {
    expect((await buy(id, (await readNow(id)).quote!.quote_id)).body).toMatchObject({
      message: 'Your list is ready to download.',
    })
  }
  const download = async (id: string, user = client().user) => {
    const { status, body, raw } = await now.http
      .as(user)
      .call(downloadEnrichment, { params: { id }, query: { format: 'raw' } })
    const rows = status === 200 ? (parse(raw.payload, { columns: true }) as Record<string, string>[]) : []
    return { status, body, rows }
  }
  return { owner, client, send, read: readNow, matched: sendAndMatch, matchedLeads, buy, bought: buyOffer, download }
}

/** Enriches lists over HTTP, with people of whom much is known. Verifies every ledger at the end. */
export function useEnrichmentStage(env: Record<string, string> = {}) {
  const now = {} as Now
  /** Sets whether the agency lets its client create campaigns. */
  const letClientManage = async (may: boolean): Promise<void> => {
    await now.world.db.adminPool.query('update app_user set permissions = $2 where id = $1', [
      clientOf(now).user.id,
      { 'campaign.create': may },
    ])
    now.http?.forget()
  }
  beforeAll(async () => {
    now.world = await createSearchWorld()
    await letClientManage(true)
    now.http = await createTestApp(now.world.db, { limiter: noLimits, clock: now.world.clock, env })
  })
  afterAll(async () => {
    const proofs = [verifyLeads, verifyEnrichments, verifyPrepaid, verifyInvoices]
    const problems = (await verifyLedger(now.world.db.appPool, proofs)).map((book) => book.problems)
    await now.http.close()
    await now.world.close()
    expect(problems.flat()).toEqual([])
  })
  beforeEach(() => now.world.clock.advance(1))

  return { now, letClientManage, ...callsOf(now) }
}
