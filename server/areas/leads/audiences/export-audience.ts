import { Readable } from 'node:stream'
import type { CsvFormat } from '#contract/core/csv.ts'
import type { exportAudience as operation } from '#contract/leads/audience-people.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { readAudiences, type StoredAudience } from '#server/areas/audiences/read-audiences.ts'
import { findPersons } from '#server/areas/identity/find-persons.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Download, Input } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { headOf, lineColumns, lineOf, readCopied, type CopiedLead, type LineStyle } from '../read/lead-lines.ts'
import { selectLeads } from '../read/lead-query.ts'
import { isMember } from './judge.ts'
import { readKnown } from './read-known.ts'

const leadsAtOnce = 1_000

/**
 * Exports the people of an audience that the client has paid for: leads that were not credited. Each person appears
 * once, with the data of their last lead; other identity data is not included.
 */
export async function exportAudience(
  { params, query }: Input<typeof operation>,
  call: SignedInCall,
): Promise<Download> {
  const { agencyId } = call.object!
  const audience = await call.inScope(async (tx) => (await readAudiences(tx, agencyId!, [params.id]))[0])
  if (!audience) throw notFound()
  const { clock } = call.platform
  return {
    fileName: `audience-${localDateAt(clock.now(), reportTimeZone)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(csvOf(call, agencyId!, audience, query.format)),
  }
}

async function* csvOf(
  call: SignedInCall,
  agencyId: string,
  audience: StoredAudience,
  format: CsvFormat,
): AsyncGenerator<string> {
  const style = { caller: call.caller, format }
  yield headOf(style)
  const personIds = new Set<number>()
  for (let before: string | null = null; ;) {
    const { leads, members } = await call.inScope(async (tx) => {
      const some = await readPaid(tx, style, { agencyId, clientId: audience.clientId, before })
      return { leads: some, members: await findMembers(call, tx, agencyId, audience, some) }
    })
    for (const lead of leads) {
      if (lead.personId === null || personIds.has(lead.personId) || !members.has(lead.personId)) continue
      personIds.add(lead.personId)
      yield lineOf(lead.fields, style)
    }
    if (leads.length < leadsAtOnce) return
    before = leads.at(-1)!.id
  }
}

type PaidLead = CopiedLead & { personId: number | null }

/** A client's leads that were not credited, newest first; ids begin with their time. */
async function readPaid(
  tx: Tx,
  style: LineStyle,
  { agencyId, clientId, before }: { agencyId: string; clientId: string; before: string | null },
): Promise<PaidLead[]> {
  const { bytes } = await tx.copy(
    selectLeads({
      columns: lineColumns(style, 'lead.person_id'),
      conditions: [
        'lead.agency_id = $1',
        'lead.client_id = $2',
        `lead.kind = 'lead'`,
        '($3::uuid is null or lead.id < $3::uuid)',
        `not exists (select from lead_credit credit
           where credit.agency_id = $1 and credit.lead_id = lead.id and credit.reversed_at is null)`,
      ],
      order: 'lead.id desc',
      limit: String(leadsAtOnce),
    }),
    [agencyId, clientId, before],
  )
  const rows = bytes.toString().split('\n').slice(0, -1)
  return rows.map((row) => {
    const lead = readCopied(row)
    return { ...lead, personId: lead.key === '' ? null : Number(lead.key) }
  })
}

async function findMembers(
  { platform: { identityPool, clock } }: SignedInCall,
  tx: Tx,
  agencyId: string,
  { clientId, definition }: StoredAudience,
  leads: readonly PaidLead[],
): Promise<Set<number>> {
  const ids = [...new Set(leads.flatMap(({ personId }) => personId ?? []))]
  const { persons } = await findPersons(identityPool, { hashes: [], ids })
  const facts = await readKnown({ tx, identityPool, agencyId, clientId, now_ms: clock.now() }, definition, persons)
  return new Set(
    [...persons.values()]
      .filter(({ id, optedOut }) => !optedOut && isMember(definition, facts, id))
      .map(({ id }) => id),
  )
}
