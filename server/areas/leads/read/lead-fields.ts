import { personsPhone } from '#contract/identity/advance-information.ts'
import { suggestedContact } from '#contract/leads/lead.ts'
import { forLeadTexts, leadTexts, type LeadTextName } from '#contract/leads/lead-texts.ts'
import type { MatchKey } from '../resolve/batch.ts'
import { maySeeLeads } from '../work/may-see-leads.ts'

/** A lead as lists read it. */
export interface Lead extends Record<LeadTextName, string | null> {
  id: string
  createdAt: Date
  kind: 'lead' | 'test'
  clientId: string
  clientName: string
  campaignId: string
  campaignName: string
  firstName: string
  lastName: string
  /** Whether the client gets phone numbers, by the agency's settings for the client and the campaign. */
  showsPhone: boolean | null
  pageUrl: string
  matchKey: MatchKey | null
  confidence: number | null
  retailPrice_e4: number
  wholesalePrice_e4: number
  /** Null if nothing was credited, or the credit was reversed. */
  creditedRetail_e4: number | null
  creditedWholesale_e4: number | null
  isReturned: boolean
  convertedAt: Date | null
  status: string
  assigneeId: string | null
  /** Null for somebody whom row-level security hides, too. */
  assigneeName: string | null
  assigneeIsFormer: boolean
  nextAction: string
  nextActionDate: string | null
  value_cents: number | null
  tags: string[]
}

/** Where a field is read, and its column in files; all SQL is over the tables that `selectLeads` joins. */
interface LeadField {
  /** Absent for what only files have. */
  column?: string
  /** Its name in files; absent if they lack it. */
  file?: string
  /** What files write if it is not the column, for a client or for everyone else. */
  inFile?: (isForClient: boolean) => string
  /** Clients never get it. */
  isWholesale?: true
  /** The operator's people never get it. */
  isWork?: true
}

/** An instant in wire format; sessions run in UTC (`pool.ts`). */
const isoText = (column: string) => (): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const dollars = (column: string) => (): string => `(${column} / 10000::float8)`

const showsPhone = 'client.shows_phone and campaign.phone_hidden_at is null'

/** A field that clients only get if their agency allows it (`showsPhone`); everyone else always gets it. */
const unlessHidden =
  (open: string, substitute: string) =>
  (isForClient: boolean): string =>
    isForClient ? `case when (${showsPhone}) is not false then ${open} else ${substitute} end` : open

/** As JSON, whose quotes make sure that the line is escaped. */
const information = (isForClient: boolean): string =>
  `nullif(${unlessHidden('lead.information', `lead.information - '${personsPhone}'`)(isForClient)}, '{}')`

/** The searches as one text; null for a visit. */
const searches = `case when lead.search is not null
  then (select string_agg(phrase, '; ') from jsonb_array_elements_text(lead.search -> 'phrases') as phrase) end`

/** As they were written, oldest first; null without any. */
const notes = `(select string_agg(entry.note, E'\\n\\n' order by entry.at, entry.id) from lead_entry entry
  where entry.agency_id = lead.agency_id and entry.lead_id = lead.id and entry.kind = 'note' and entry.note <> '')`

const note = `case lead.match_key when 'company' then '${suggestedContact}' end`

/** Every field of a lead, in the order of a file's columns. */
const fields: Readonly<Record<keyof Lead | 'note' | 'notes' | 'searchedFor' | 'information', LeadField>> = {
  id: { column: 'lead.id' },
  createdAt: { column: 'lead.created_at', file: 'created_at', inFile: isoText('lead.created_at') },
  kind: { column: 'lead.kind', file: 'kind' },
  clientId: { column: 'lead.client_id' },
  clientName: { column: 'client.name', file: 'client' },
  campaignId: { column: 'lead.campaign_id' },
  campaignName: { column: 'campaign.name', file: 'campaign' },
  firstName: { column: 'lead.first_name', file: 'first_name' },
  lastName: { column: 'lead.last_name', file: 'last_name' },
  ...forLeadTexts((name): LeadField => ({ column: `lead.${leadTexts[name].column}`, file: name })),
  phone: { column: 'lead.phone_e164', file: 'phone', inFile: unlessHidden('lead.phone_e164', 'null') },
  showsPhone: { column: showsPhone },
  pageUrl: { column: 'lead.page_url', file: 'page_url' },
  matchKey: { column: 'lead.match_key', file: 'match_key' },
  confidence: { column: 'lead.confidence', file: 'confidence' },
  note: { file: 'note', inFile: () => note },
  retailPrice_e4: { column: 'lead.retail_price_e4', file: 'retail_price', inFile: dollars('lead.retail_price_e4') },
  wholesalePrice_e4: {
    column: 'lead.wholesale_price_e4',
    file: 'wholesale_price',
    inFile: dollars('lead.wholesale_price_e4'),
    isWholesale: true,
  },
  creditedRetail_e4: { column: 'credit.retail_e4' },
  // The agency's part may wait for the operator.
  creditedWholesale_e4: { column: 'case when credit.wholesale_held then 0 else credit.wholesale_e4 end' },
  isReturned: { column: '(credit.return_id is not null)' },
  convertedAt: { column: 'lead.converted_at', file: 'converted_at', inFile: isoText('lead.converted_at') },
  status: { column: 'lead.status', file: 'status' },
  assigneeId: { column: 'lead.assignee_id' },
  assigneeName: { column: 'assignee.full_name', file: 'assignee' },
  assigneeIsFormer: { column: `(assignee.id is not null and not (${maySeeLeads('assignee', 'assignee_role')}))` },
  // Its text is in no file.
  nextAction: { column: 'lead.next_action' },
  nextActionDate: { column: 'lead.next_action_date::text', file: 'next_action_date' },
  tags: { column: 'lead.tags', file: 'tags', inFile: () => `array_to_string(lead.tags, ', ')` },
  value_cents: { column: 'lead.value_cents', file: 'value', inFile: () => '(lead.value_cents / 100::float8)' },
  notes: { file: 'notes', inFile: () => notes, isWork: true },
  searchedFor: { file: 'searched_for', inFile: () => searches },
  // Last, because it is formatted when a line is written.
  information: { file: 'information', inFile: information },
}

/** SQL columns of a `Lead`; needs `campaign` and `client` joined. */
export const leadColumns = Object.entries(fields)
  .flatMap(([name, { column }]) => (column === undefined ? [] : [`${column} as "${name}"`]))
  .join(', ')

/** The columns of a file of leads, by their names: for a client, and for readers who see how leads are worked. */
export const fileColumns = (isForClient: boolean, isForWork = true): { name: string; sql: string }[] =>
  Object.values(fields).flatMap(({ column, file, inFile, isWholesale, isWork }) =>
    file === undefined || (isWholesale && isForClient) || (isWork && !isForWork)
      ? []
      : [{ name: file, sql: inFile ? inFile(isForClient) : column! }],
  )

/** The SQL of one field as files write it, for a client or for everyone else. */
export function fileSql(name: keyof typeof fields, isForClient: boolean): string {
  const { column, inFile } = fields[name]
  return inFile ? inFile(isForClient) : column!
}
