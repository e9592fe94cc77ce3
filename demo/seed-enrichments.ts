import { findEnrichment, saveList } from '#server/areas/enrichment/enrichments.ts'
import { matchEnrichmentJob } from '#server/areas/enrichment/match-rows.ts'
import { settleEnrichment } from '#server/areas/enrichment/settle-enrichment.ts'
import { readSaleTerms } from '#server/areas/pricing/read-retail.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { emailOfPerson } from './persons.ts'
import { pathOf } from './world.ts'

const client = 'Plumbright'
/** Walkers by number, mixed with a few unknown people. */
const lists = [
  { name: 'spring-fair.csv', from: 40, upTo: 100, isBought: true },
  { name: 'newsletter.csv', from: 100, upTo: 220, isBought: false },
]

/** Seeds a client's lists: one that it bought, and one whose price it has not accepted yet. Runs once. */
export async function seedEnrichments(platform: Platform): Promise<void> {
  const path = pathOf(client)
  const book = { rootId: path.rootId, agencyId: path.agencyId! }
  const scope = { kind: 'agency', ...book } as const
  const { rows } = await inScope(platform.appPool, scope, (tx) =>
    tx.query<{ userId: string }>(
      `select id as "userId" from app_user where agency_id = $1 and client_id is null and removed_at is null
          and not exists (select from enrichment where agency_id = $1) order by created_at, id limit 1`,
      [book.agencyId],
    ),
  )
  if (!rows[0]) return
  const { userId } = rows[0]
  for (const [at, { name, from, upTo, isBought }] of lists.entries()) {
    const now_ms = platform.clock.now() + at
    const people = Array.from({ length: upTo - from }, (_, n) => ({
      cells: [n % 6 === 5 ? `stranger${n}@example.net` : emailOfPerson(from + n), n % 2 ? 'newsletter' : 'fair'],
      leadId: null,
    }))
    const list = { name, campaignId: null, columns: ['email', 'source'], rows: people }
    const id = await inScope(platform.appPool, scope, (tx) => saveList(tx, path, { userId, now_ms }, list))
    await matchEnrichmentJob.run(platform, { ...book, id })
    if (!isBought) continue
    await inScope(platform.appPool, scope, async (tx) => {
      const enrichment = (await findEnrichment(tx, book.agencyId, id))!
      if (enrichment.people > 0)
        await settleEnrichment(tx, enrichment, now_ms, await readSaleTerms(tx, path, 'enhance'))
    })
  }
}
