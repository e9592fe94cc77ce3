import { removedLife_ms } from '#contract/companies/users.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { releaseHost } from '#server/areas/branding/released-hosts.ts'
import { queueCardRemoval, type StoredCard } from '#server/areas/payments/cards/remove-card.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { createFiles } from '#server/platform/files.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { erasures, type Erasure } from './erasures.ts'

interface Purged {
  id: string
  rootId: string
  agencyId: string
  clientId: string | null
  /** As PostgreSQL writes it, to the microsecond. */
  removedAt: string
}

/** Per root and run; the rest follows in the next run. */
const maxAtOnce = 50
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * Erases personal data of companies that were removed 30 days ago (SEC-8, SEC-10). Repeatable: an interrupted run is
 * resumed by the next, and a company counts as purged only when nothing is left. One that cannot be purged does not
 * hold up the others.
 */
export const purgeCompaniesJob: Job = {
  name: 'purge-companies',
  everyMinutes: 30,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>(
      'select distinct root_id from host where agency_id is null',
    )
    for (const { root_id } of rows) await purgeOfRoot(platform, root_id)
  },
}

async function purgeOfRoot(platform: Platform, rootId: string): Promise<void> {
  let after: Purged | undefined
  do {
    const companies: Purged[] = await readDue(platform, rootId, after)
    const failures = await settleEach(platform, 'a company could not be purged', companies, (one) =>
      purge(platform, one),
    )
    // Skips as many as could not be purged, which would otherwise take up every slot forever.
    after = failures > 0 && companies.length === maxAtOnce ? companies.at(-1) : undefined
  } while (after)
}

async function readDue(platform: Platform, rootId: string, after: Purged | undefined): Promise<Purged[]> {
  const until = dateOf(platform.clock.now() - removedLife_ms)
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<Purged>(
        `select id, root_id as "rootId", agency_id as "agencyId", client_id as "clientId", removed_at::text as "removedAt"
           from company
          where root_id = $1 and removed_at <= $2 and purged_at is null
            and ($4::uuid is null or (removed_at, id) > ($3::timestamptz, $4::uuid))
          order by removed_at, id limit $5`,
        [rootId, until, after?.removedAt ?? null, after?.id ?? null, maxAtOnce],
      ),
    { readOnly: true },
  )
  return rows
}

async function purge(platform: Platform, company: Purged): Promise<void> {
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inScope(platform.appPool, { kind: 'root', rootId: company.rootId }, work)
  await forgetCards(platform, run, company)
  await removePictures(platform, run, company)
  for (const erasure of erasures) await erase(run, company, erasure)
  await run(async (tx) => {
    const at = dateOf(platform.clock.now())
    const { rows } = await tx.query<{ host: string }>('delete from host where company_id = $1 returning host', [
      company.id,
    ])
    for (const { host } of rows) await releaseHost(tx, at, host, company.id)
    await tx.query('update company set purged_at = $2 where id = $1', [company.id, at])
    await recordActivity(
      tx,
      { platform, address: '', requestId: '', caller: null, object: null },
      {
        action: 'company.purged',
        place: { rootId: company.rootId, agencyId: company.agencyId, clientId: company.clientId },
        target: { kind: 'company', id: company.id },
      },
    )
  })
}

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const columnOf = ({ clientId }: Purged): string => (clientId === null ? 'agency_id' : 'client_id')

async function erase(run: Run, company: Purged, { sql, inParts }: Erasure): Promise<void> {
  const column = columnOf(company)
  const text = sql({ column, people: `(select id from app_user where ${column} = $1)` })
  let last = noId
  for (;;) {
    const values = inParts ? [company.id, company.agencyId, last] : [company.id]
    const { rows } = await run((tx) => tx.query<{ last: string }>(text, values))
    if (!inParts || !rows[0]) return
    last = rows[0].last
  }
}

/** The gateway deletes the cards, too, and is asked before they are deleted here. */
async function forgetCards(platform: Platform, run: Run, company: Purged): Promise<void> {
  await run(async (tx) => {
    const { rows } = await tx.query<StoredCard>(
      `delete from payment_card where ${columnOf(company)} = $1
       returning gateway, customer_id as "customerId", card_id as "cardId", account_id as "accountId"`,
      [company.id],
    )
    for (const card of rows) await queueCardRemoval(tx, platform, card)
  })
}

/** Deletes files before the rows that name them: an interrupted run finds them again. */
async function removePictures(platform: Platform, run: Run, company: Purged): Promise<void> {
  const { rows } = await run((tx) =>
    tx.query<{ picture_key: string }>(
      `select picture_key from app_user where ${columnOf(company)} = $1 and picture_key is not null`,
      [company.id],
    ),
  )
  const files = createFiles(platform.config)
  for (const { picture_key } of rows) await files.remove(picture_key)
}
