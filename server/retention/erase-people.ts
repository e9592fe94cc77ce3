import type { QueryResultRow } from 'pg'
import { erasedLead } from '#server/areas/companies/purge/erasures.ts'
import { queueTakeBack } from '#server/areas/integrations/take-back/queue-take-back.ts'
import { binaryHexes, binaryTexts } from '#server/platform/database/binary-arrays.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { createFiles } from '#server/platform/files.ts'
import type { Platform } from '#server/platform/platform.ts'
import { eraseSealed } from './erase-sealed.ts'

/** Whom to erase: by every number, hash (hex) and address by which somebody is known. */
interface PeopleToErase {
  personIds: readonly number[]
  hashes: readonly string[]
  /** In their one form, which is lower case. */
  emails: readonly string[]
  /** As stored, in E.164. */
  phones: readonly string[]
}

/** A scan of an agency's hits of 90 days takes long; requests are few. */
const longestScan_ms = 30 * 60_000

/**
 * Erases people at one agency, or at the operator: their visits and leads become nobody's, rows that say nothing else are deleted. Numbers,
 * prices, times and counts stay. Repeatable. Runs as the tables' owner, because the application itself cannot change a visit. Whoever calls
 * it has recorded the opt-out and waited for the running batch; destinations are told here, because afterwards nobody knows of whom.
 */
export async function erasePeopleAt(
  platform: Platform,
  { rootId, agencyId }: { rootId: string; agencyId: string },
  people: PeopleToErase,
): Promise<void> {
  const fileKeys = await inScope(
    platform.ownerPool,
    { kind: 'root', rootId },
    async (tx) => {
      const run: Run = (text, values) => tx.query(text, [agencyId, ...values])
      const visitorIds = await eraseVisits(run, people)
      const leadIds = await findLeads(run, people)
      await queueTakeBack(tx, platform, { rootId, agencyId }, leadIds)
      const keys = await eraseLeads(run, leadIds)
      await eraseRows(run, { ...people, leadIds, visitorIds })
      await eraseSealed(tx, platform, agencyId, [...people.emails, ...leadIds])
      return keys
    },
    { statementTimeout_ms: longestScan_ms },
  )
  const files = createFiles(platform.config)
  for (const key of fileKeys) await files.remove(key)
}

/** A statement whose `$1` is the agency. */
type Run = <Row extends QueryResultRow>(text: string, values: unknown[]) => Promise<{ rows: Row[] }>

const ids = (column: string): string => `${column} = any($2::bigint[])`

/** Makes visits nobody's, and with them every other of the same browsers. Returns these browsers. */
async function eraseVisits(run: Run, { personIds, hashes }: PeopleToErase): Promise<string[]> {
  const { rows } = await run<{ id: string }>(
    `select visitor_id as id from device_link where agency_id = $1 and ${ids('person_id')}
     union select visitor_id from visit where agency_id = $1 and ${ids('person_id')} and visitor_id is not null
     union select visitor_id from hit where agency_id = $1 and visitor_id is not null
        and (${ids('person_id')} or hashes && $3::bytea[])`,
    [plainArray(personIds), binaryHexes(hashes)],
  )
  const visitorIds = rows.map(({ id }) => id)
  const values = [plainArray(personIds), binaryHexes(hashes), plainArray(visitorIds)]
  const nobodys = `person_id = null, visitor_id = null, session_id = null, page_url = '', title = null, referrer_host = null, search = null`
  await run(
    `update hit set ${nobodys}, hashes = null, user_agent_family = null, company_domain = null
      where agency_id = $1 and (${ids('person_id')} or hashes && $3::bytea[] or visitor_id = any($4::uuid[]))`,
    values,
  )
  await run(
    `update visit set ${nobodys} where agency_id = $1 and (${ids('person_id')} or visitor_id = any($3::uuid[]))`,
    [values[0], values[2]],
  )
  return visitorIds
}

/** Also leads without a person's number: of companies, and of people who were known under another. */
async function findLeads(run: Run, { personIds, emails }: PeopleToErase): Promise<string[]> {
  const { rows } = await run<{ id: string }>(
    `select id from lead where agency_id = $1 and (${ids('person_id')} or email_key = any($3::text[])) order by id`,
    [plainArray(personIds), binaryTexts(emails)],
  )
  return rows.map(({ id }) => id)
}

/** Returns the files that may hold them. */
async function eraseLeads(run: Run, leadIds: readonly string[]): Promise<string[]> {
  const leads = plainArray(leadIds)
  const { rows } = await run<{ key: string | null }>(
    `delete from lead_export using (
        select client_id, min(created_at) as since from lead where agency_id = $1 and id = any($2::uuid[]) group by client_id) sold
      where agency_id = $1 and created_at >= sold.since and (lead_export.client_id is null or lead_export.client_id = sold.client_id)
      returning file_key as key`,
    [leads],
  )
  await run(`update lead set ${erasedLead} where agency_id = $1 and id = any($2::uuid[])`, [leads])
  await run(`update lead_entry set note = '' where agency_id = $1 and lead_id = any($2::uuid[]) and note <> ''`, [
    leads,
  ])
  await run(`update lead_return set detail = '', answer = '' where agency_id = $1 and lead_id = any($2::uuid[])`, [
    leads,
  ])
  await run('delete from lead_tag where agency_id = $1 and lead_id = any($2::uuid[])', [leads])
  await run('delete from lead_bulk_action where agency_id = $1 and lead_ids && $2::uuid[]', [leads])
  await run(
    `update delivery set body = null, record_id = null
      where agency_id = $1 and lead_id = any($2::uuid[]) and (body is not null or record_id is not null)`,
    [leads],
  )
  return rows.flatMap(({ key }) => key ?? [])
}

async function eraseRows(
  run: Run,
  {
    personIds,
    hashes,
    emails,
    phones,
    leadIds,
    visitorIds,
  }: PeopleToErase & { leadIds: string[]; visitorIds: string[] },
): Promise<void> {
  const people = [plainArray(personIds)]
  for (const table of ['device_link', 'search_match', 'match_doubt', 'conversion'])
    await run(`delete from ${table} where agency_id = $1 and ${ids('person_id')}`, people)
  await run('delete from visitor_first where agency_id = $1 and visitor_id = any($2::uuid[])', [plainArray(visitorIds)])
  const keys = [binaryHexes(hashes)]
  for (const [table, column] of hashColumns)
    await run(`delete from ${table} where agency_id = $1 and ${column} = any(array(select unnest($2::bytea[])))`, keys)
  // Cells are as somebody wrote them.
  const texts = binaryTexts([...emails, ...hashes, ...phones.flatMap(spellingsOfPhone)])
  await run(
    `delete from enrichment_row where agency_id = $1 and (${ids('person_id')} or lead_id = any($3::uuid[])
        or exists (select from jsonb_array_elements_text(cells) as cell where lower(trim(cell)) = any($4::text[])))`,
    [...people, plainArray(leadIds), texts],
  )
  await run(
    `delete from event_message where agency_id = $1
        and exists (select from unnest($2::text[]) as own (text) where strpos(lower(data::text), own.text) > 0)`,
    [binaryTexts(emails)],
  )
}

/** Lists that were uploaded, as hashes. Whoever opted out is on no list: none identifies or excludes them any more. */
const hashColumns = [
  ['audience_list_entry', 'hash'],
  ['exclusion', 'hash'],
  ['exclusion_purged', 'hash'],
  ['exclusion_staged', 'md5'],
] as const

/** +13125550142 as it stands in lists of others: whole, and its last ten digits with the usual marks. */
function spellingsOfPhone(phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '').slice(-10)
  if (digits.length < 10) return [phone]
  const [area, office, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return [
    digits,
    `${area}-${office}-${line}`,
    `(${area}) ${office}-${line}`,
    `${area}.${office}.${line}`,
    `${area} ${office} ${line}`,
  ]
}
