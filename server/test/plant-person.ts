import { sealOfAnswer } from '../platform/http/answer-once.ts'
import { newId } from '../platform/ids.ts'
import { sealOfWaitingMail } from '../areas/mails/preferences/waiting-mails.ts'
import { packSearchers } from '../areas/identity/signals/pack-searchers.ts'
import { md5, sha1, sha256, type PipelinePerson, type PipelineWorld } from './pipeline-world.ts'
import type { TestPlatform } from './platform.ts'

type Values = Record<string, unknown>

/** Plants a person of the identity data in every table that can hold one, as the product would, and looks where they can be found. */
export async function plantPerson(world: PipelineWorld, platform: TestPlatform, person: PipelinePerson) {
  const rows = async (text: string, values: unknown[] = []) => (await world.db.adminPool.query(text, values)).rows
  const campaign = await world.makeCampaign()
  const other = await world.makePerson()
  const visitorId = newId(world.clock.now())
  const { lead_id: leadId } = await world.visit(campaign, { hashes: [md5(person.email)], visitorId })
  const { lead_id: otherLeadId } = await world.visit(campaign, { hashes: [md5(other.email)] })
  const base = {
    agency_id: campaign.agencyId,
    root_id: world.tree.root.id,
    client_id: campaign.clientId,
    campaign_id: campaign.id,
  }
  const insert = (table: string, values: Values) =>
    insertRow(world, table, { ...base, lead_id: leadId, person_id: person.id, ...values })
  await plantTexts(insert, person, leadId!)
  await plantNumbers(insert, person, visitorId)
  await plantHashes(insert, person.email)
  await plantSealed(insert, platform, { ...base, leadId: leadId!, email: person.email })
  await plantSearches(world, insert)
  await insert('audience_list_entry', { list_id: newId(1), hash: bytes(md5(other.email)) })
  const readMoney = () =>
    rows(
      'select id, created_at, wholesale_price_e4, retail_price_e4, status from lead where id = any($1) order by id',
      [[leadId, otherLeadId]],
    )
  const readOthers = () =>
    rows(
      `select (select row_to_json(l)::text from lead l where id = $1) as lead, (select row_to_json(p)::text from person p where id = $2) as person,
              (select count(*)::int from audience_list_entry where hash = decode($3, 'hex')) as entries,
              (select count(*)::int from visit where person_id = $2) as visits`,
      [otherLeadId, other.id, md5(other.email)],
    )
  return {
    money: await readMoney(),
    others: await readOthers(),
    readMoney,
    readOthers,
    count: (table: string) => countRows(world, table, { ...person, visitorId }),
  }
}

type Insert = (table: string, values: Values) => Promise<unknown>
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

async function plantTexts(insert: Insert, { id, email }: PipelinePerson, leadId: string): Promise<void> {
  await insert('lead_entry', { kind: 'note', note: 'Call Zebulon' })
  await insert('lead_tag', { tag: 'Zebulon' })
  await insert('lead_return', { reason: 'other', state: 'pending', detail: 'Zebulon is our own' })
  await insert('lead_bulk_action', {
    kind: 'tag',
    value: 'Zebulon',
    lead_ids: [leadId],
    old_values: '{""}',
  })
  await insert('lead_export', {
    client_id: null,
    format: 'raw',
    status: 'waiting',
    asked: { search: 'Zebulon' },
    created_at: new Date(9e14),
  })
  await insert('delivery', { status: 'delivered', body: `{"email":"${email}"}` })
  const endpoint = newId(1)
  await insert('event_endpoint', { id: endpoint, client_id: null, status: 'ok', events: '{lead.updated}' })
  await insert('event_message', { endpoint_id: endpoint, status: 'delivered', type: 'lead.updated', data: { email } })
  const enrichment = newId(1)
  await insert('enrichment', {
    id: enrichment,
    name: 'Buyers of spring',
    columns: '{Name,Email}',
    status: 'bought',
    campaign_id: null,
    bought_at: new Date(9e14),
    retail_price_e4: 1,
    wholesale_price_e4: 1,
  })
  await insert('enrichment_row', {
    enrichment_id: enrichment,
    row: 1,
    cells: JSON.stringify(['Zebulon', email.toUpperCase()]),
    added: {},
    match_key: 'email',
  })
  await insert('enrichment_row', { row: 2, cells: JSON.stringify([email]), person_id: null, lead_id: null })
  await insert('trait', { name: 'hobby', value: 'Zebulon sails' })
  await insert('deletion_match', { person_id: id, status: 4 })
}

async function plantNumbers(insert: Insert, person: PipelinePerson, visitorId: string): Promise<void> {
  await insert('visitor_first', { visitor_id: visitorId })
  await insert('search_match', { signals: '[]' })
  await insert('match_doubt', { way: 'hash' })
  await insert('conversion', { person_id: person.id })
}

async function plantHashes(insert: Insert, email: string): Promise<void> {
  const hash = bytes(sha256(email))
  const list = newId(1)
  await insert('audience_list', { id: list, name: 'Best customers', addresses: 1 })
  await insert('audience_list_entry', { list_id: list, hash: bytes(md5(email)) })
  await insert('exclusion', { hash, level: 'client', campaign_id: null })
  await insert('exclusion_purged', { hash: bytes(sha1(email)) })
  await insert('exclusion_staged', { row: 1, md5: bytes(md5(email)), sha1: null, sha256: null })
  await insert('root_exclusion', { hash })
  await insert('deletion_request', { id: 'Abc000000001', list: 'Email', hash, status: null })
}

async function plantSealed(
  insert: Insert,
  { secrets }: TestPlatform,
  { agency_id, leadId, email }: { agency_id: string; leadId: string; email: string },
): Promise<void> {
  const mail = newId(1)
  await insert('waiting_mail', {
    id: mail,
    kind: 'leads',
    collected: 'day',
    sealed: secrets.seal(`New lead: ${email}`, sealOfWaitingMail(mail)),
  })
  const key = secrets.keyedHash('a call')
  const answer = secrets.seal(`{"id":"${leadId}"}`, sealOfAnswer(agency_id, key.toString('hex')))
  await insert('developer_answer', { client_id: null, key_hash: key, answer_sealed: answer })
  const receipt = newId(1)
  const destination = newId(1)
  await insert('destination', { id: destination, kind: 'email', status: 'ok' })
  const sealedPerson = secrets.seal(JSON.stringify({ email }), `take_back|person_sealed|${receipt}|${agency_id}`)
  await insert('take_back', {
    id: receipt,
    destination_id: destination,
    status: 'waiting',
    person_sealed: sealedPerson,
    next_attempt_at: new Date(0),
  })
}

async function plantSearches(world: PipelineWorld, insert: Insert): Promise<void> {
  const { db } = world
  await db.ownerPool.query('create table signal_of_tests partition of signal default')
  const { rows } = await db.adminPool.query(
    `insert into signal_phrase (text, stems) values ('lawyers', '{lawyer}') returning id`,
  )
  for (const person_id of [undefined, 4_711])
    await insert('signal', {
      id: newId(world.clock.now()),
      phrase_id: rows[0].id,
      kind: 'search',
      ...(person_id && { person_id }),
    })
  // Searches are packed once no older transaction runs on the server, also of another test.
  const isPacked = async () => (await db.adminPool.query('select from searchers_of_day')).rows.length > 0
  while (!(await isPacked())) await packSearchers(db.appPool)
}

const fillers: Record<string, (world: PipelineWorld) => unknown> = {
  uuid: () => newId(1),
  text: () => '',
  bytea: () => Buffer.alloc(16),
  jsonb: () => '{}',
  'timestamp with time zone': (world) => new Date(world.clock.now()),
  date: () => '2026-01-01',
  boolean: () => false,
  ARRAY: () => '{}',
}

/** Fills the columns that must have a value and are of no interest; leaves out those that the table does not have. */
async function insertRow(world: PipelineWorld, table: string, values: Values): Promise<void> {
  const { rows: columns } = await world.db.adminPool.query<{ name: string; type: string; isNeeded: boolean }>(
    `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null and is_identity = 'NO' as "isNeeded"
       from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const columnsToFill = columns.filter(({ name, isNeeded }) => isNeeded || name in values)
  await world.db.adminPool.query(
    `insert into ${table} (${columnsToFill.map(({ name }) => name).join()}) values (${columnsToFill.map((_, at) => `$${at + 1}`).join()})`,
    columnsToFill.map(({ name, type }) => (name in values ? values[name] : (fillers[type] ?? (() => 1))(world))),
  )
}

/** The tables whose values are sealed: any row counts that still has one. */
const sealedColumns: Record<string, string> = {
  waiting_mail: 'sealed',
  developer_answer: 'answer_sealed',
  take_back: 'person_sealed',
  privacy_request: 'hashes',
}

/** Rows of a table with anything of a person: name, contacts, any hash, their number or their browser’s. */
async function countRows(
  world: PipelineWorld,
  table: string,
  { id, email, visitorId }: PipelinePerson & { visitorId: string },
): Promise<number> {
  const sealedColumn = sealedColumns[table]
  const packedId = id.toString(16).padStart(10, '0')
  const signs = ['zebulon', 'quackenbush', '3125559317', email, md5(email), sha1(email), sha256(email)]
  const condition =
    sealedColumn === undefined
      ? `lower(row_to_json(t)::text) ~ $1 or (row_to_json(t) ->> 'person_id') = $2 or (row_to_json(t) ->> 'visitor_id') = $3
         or strpos(coalesce(row_to_json(t) ->> 'people', ''), $4) > 0`
      : `${sealedColumn} is not null and $1::text || $2::text || $3::text || $4::text is not null`
  const { rows } = await world.db.adminPool.query<{ n: number }>(
    `select count(*)::int as n from ${table} t where ${condition}`,
    [signs.join('|'), String(id), visitorId, packedId],
  )
  return rows[0]!.n
}
