import { describe, expect, it } from 'vitest'
import { coordinatorTables, referenceTables } from '../../cluster/placement.ts'
import { retentions } from '../../retention/lines.ts'
import { sourcesWith } from './sources.ts'
import {
  addedBesideChange,
  agencyOfLockedRow,
  changesByCompany,
  copiedInto,
  findsByPlace,
  isSql,
  limitedWithoutAgency,
  lockedShared,
  mayInsertNothing,
  mixedIn,
  readSql,
  readTexts,
  reckonedForLimited,
  returnedAsText,
  reckonsInCase,
  reckonsInConflict,
  shortCaseIn,
  withoutAgency,
} from './statements.ts'

// A cluster routes a statement by its agency: every table distributed by agency must be compared with one.

const tables = sourcesWith('.sql')
  .filter(({ path }) => path.startsWith('server/migrations/'))
  .flatMap(({ text }) => [
    ...text.replaceAll(/--.*$/gm, '').matchAll(/create table (?:if not exists )?([a-z_]+) \(([^;]*);/g),
  ])
  .map(([, name, body]) => ({ name: name!, body: body! }))

/** Tables that reference a coordinator table stay there, too. */
const coordinator = new Set(coordinatorTables)
for (let before = -1; before < coordinator.size;) {
  before = coordinator.size
  for (const { name, body } of tables)
    if ([...body.matchAll(/references ([a-z_]+)/g)].some(([, to]) => coordinator.has(to!))) coordinator.add(name)
}

const distributedTables = new Set(
  tables
    .filter(({ body }) => /primary key \(agency_id\b|^\s*agency_id uuid primary key/m.test(body))
    .map(({ name }) => name)
    .filter((name) => !coordinator.has(name) && !referenceTables.includes(name)),
)
const onCoordinator = new Set(
  tables.map(({ name }) => name).filter((name) => !distributedTables.has(name) && !referenceTables.includes(name)),
)

const clusterReason = 'is planned by a cluster: test/cluster/both-sides.test.ts runs it there'
/** `file: coordinator table` → why it may be combined with a distributed table (docs/runbooks/cluster.md). */
const mixedStatements: Readonly<Record<string, string>> = {
  'areas/billing/disputes/verify-disputes.ts: charge': clusterReason,
  'areas/billing/refunds/verify-refunds.ts: refund': clusterReason,
  'areas/billing/refunds/verify-refunds.ts: charge': clusterReason,
  'areas/billing/refunds/verify-refunds.ts: charge_attempt': clusterReason,
  'areas/billing/verify-charges.ts: charge': clusterReason,
  'areas/billing/verify-charges.ts: charge_attempt': clusterReason,
  'areas/commissions/verify-commissions.ts: commission_change': clusterReason,
  'areas/commissions/verify-commissions.ts: commission_payout_share': clusterReason,
  'areas/commissions/verify-commissions.ts: commission_payout': clusterReason,
  'areas/commissions/verify-commissions.ts: commission': clusterReason,
  'areas/prepaid/verify-prepaid.ts: charge': clusterReason,
  'areas/pricing/reprice-campaigns.ts: cost_setup': clusterReason,
}

/** Changes by one person now and then, which are retried: of staff, of a client's group and place, of a role. */
const rarelyShared = [
  'areas/companies/groups/company-groups.ts: company_group',
  'areas/companies/remove-company.ts: company',
  'areas/companies/sales.ts: app_user',
  'areas/people/members/rights-of.ts: role',
]

const everywhere = 'asks every node for what it has of the whole operator, and joins nothing that lies elsewhere'
const ofAllBrands = 'few a day, of all brands and of the operator’s own host'
const conditionsReason = 'takes its conditions from the caller, which begin with the agency'

/** `file: table` → why the statement names no agency. */
const exceptions: Readonly<Record<string, string>> = {
  'areas/audiences/audience-lists.ts: audience_list l': `${conditionsReason}; only the operator's own list has none`,
  'areas/audiences/list-audiences.ts: audience a': `${conditionsReason}; only the operator's own list has none`,
  'areas/audiences/organizations.ts: marketing_organization o': `${conditionsReason}; only the operator's own list has none`,
  'areas/leads/list-agencies.ts: resolve_watermark': everywhere,
  'areas/campaigns/read/read-signal-campaigns.ts: campaign': everywhere,
  'areas/campaigns/read/read-signal-campaigns.ts: resolve_watermark': everywhere,
  'areas/integrations/connections/end-account.ts: connection': everywhere,
  'areas/integrations/deliveries/find-due.ts: delivery': everywhere,
  'areas/leads/exports/remove-exports.ts: lead_export': everywhere,
  'areas/alerts/raise-alerts.ts: alert_rule': everywhere,
  'areas/alerts/raise-alerts.ts: alert': everywhere,
  'areas/mails/preferences/waiting-mails.ts: waiting_mail': everywhere,
  'areas/leads/alerts/send-spending-alerts.ts: campaign': everywhere,
  'areas/leads/alerts/send-spending-alerts.ts: money_cap': everywhere,
  'areas/leads/read/lead-query.ts: lead': conditionsReason,
  'areas/leads/read/visit-query.ts: visit': conditionsReason,
  'areas/leads/start-resolving.ts: resolve_watermark': everywhere,
  'areas/ledger/verify-ledger.ts: ledger_book': everywhere,
  'areas/reports/update-report-days.ts: campaign': everywhere,
  'areas/reports/refresh-delivery-stats.ts: campaign_delivery_stats': everywhere,
  'areas/billing/journal/download-journal.ts: ledger_book': everywhere,
  'areas/billing/periods/close-periods.ts: billing_day': everywhere,
  'areas/billing/periods/close-periods.ts: ledger_book': everywhere,
  'areas/commissions/payouts/find-payout-root.ts: ledger_book': everywhere,
  'areas/companies/tree/list-companies.ts: campaign': everywhere,
  'areas/payments/commission-payouts/pay-commissions.ts: ledger_book': everywhere,
  'areas/payments/disputes/submit-evidence.ts: dispute': everywhere,
  'areas/payments/disputes/submit-evidence.ts: ledger_book': everywhere,
  'areas/payments/dunning/retry-declined.ts: ledger_book': everywhere,
  'areas/payments/payouts/check-payouts.ts: ledger_book': everywhere,
  'areas/payments/reconciliation/count-unmatched.ts: ledger_book': everywhere,
  'areas/payments/reconciliation/find-gaps.ts: dispute': everywhere,
  'areas/payments/reconciliation/match-entries.ts: dispute': everywhere,
  'areas/payments/reconciliation/read-balances.ts: ledger_book': everywhere,
  'areas/payments/refunds/send-refund.ts: ledger_book': everywhere,
  'areas/enrichment/remove-rows.ts: enrichment': everywhere,
  'areas/reports/notify-slow-campaigns.ts: slow_notice': everywhere,
  'areas/inbox/operator-items.ts: share_claim': everywhere,
  'areas/inbox/operator-items.ts: burst_void': everywhere,
  'areas/inbox/operator-items.ts: privacy_request': ofAllBrands,
  'areas/privacy/report/verify-reports.ts: privacy_report': everywhere,
  'areas/privacy/list-requests.ts: privacy_request': ofAllBrands,
  'areas/privacy/decide-requests.ts: privacy_request': ofAllBrands,
  'areas/returns/settle-return.ts: ledger_book': everywhere,
  'areas/returns/settle-return.ts: lead_return': everywhere,
  'areas/wallet/maintain-wallets.ts: prepaid_balance': everywhere,
  'doctor/check-queues.ts: resolve_watermark': everywhere,
  'areas/reports/notices/notify-lead-amounts.ts: campaign': everywhere,
  'areas/integrations/deliveries/count-backlog.ts: delivery': everywhere,
  'retention/erase-ended-leads.ts: campaign': everywhere,
  'retention/lines.ts: privacy_request': 'the oldest of all agencies and of the operator’s own host, few at a time',
}

/** Cached, because parsing every file takes seconds. */
const texts = readTexts(
  sourcesWith('.ts').filter(({ path }) => /^(?:server\/(?:areas|doctor|retention)|demo)\//.test(path)),
)
const statements = texts.filter(isSql)
const ofServer = statements.filter(({ path }) => path.startsWith('server/'))
const ofAreas = statements.filter(({ path }) => /^(?:server\/areas|demo)\//.test(path))

/** Retention statements are assembled from fragments that only this list combines. */
const ofRetention = retentions.flatMap(({ what, sql }) =>
  sql ? [{ path: what, text: sql.replaceAll(/\s+/g, ' ') }] : [],
)

const offenses = ofServer.flatMap(({ path, text }) =>
  withoutAgency(text, distributedTables).map((table) => ({ name: `${path.replace('server/', '')}: ${table}`, text })),
)

describe('SQL statements', () => {
  it('filter each table distributed by agency by its agency, or are listed here with a reason', () => {
    expect(offenses.map(({ name }) => name).filter((name) => !(name in exceptions))).toEqual([])
  })

  it('have no unneeded exception', () => {
    const offenders = new Set(offenses.map(({ name }) => name))
    expect(Object.keys(exceptions).filter((name) => !offenders.has(name))).toEqual([])
  })

  it('do not join a coordinator table with a distributed one, which crashes a Citus 13.2 server', () => {
    const names = ofServer.flatMap(({ path, text }) =>
      mixedIn(text, distributedTables, onCoordinator).map((table) => `${path.replace('server/', '')}: ${table}`),
    )
    expect(names.filter((name) => !(name in mixedStatements))).toEqual([])
    expect(Object.keys(mixedStatements).filter((name) => !names.includes(name))).toEqual([])
    expect(mixedIn('select from lead l join coupon c on c.id = l.id', distributedTables, onCoordinator)).toEqual([
      'coupon',
    ])
  })

  it('return something when they fill a table from no table, since a cluster otherwise copies it', () => {
    expect(
      ofAreas.flatMap(({ path, text }) => copiedInto(text, distributedTables).map((table) => `${path}: ${table}`)),
    ).toEqual([])
    const plant = 'insert into hit (agency_id, id) select $1, * from unnest($2::uuid[])'
    expect(copiedInto(plant, distributedTables)).toEqual(['hit'])
    expect(copiedInto(`${plant} returning 1`, distributedTables)).toEqual([])
    const within = 'with new as (select id from lead), kept as (insert into hit (agency_id, id) select $1, id from new)'
    expect(copiedInto(within, distributedTables)).toEqual(['hit'])
    expect(copiedInto(`${plant} as u (id) join campaign c on c.id = u.id`, distributedTables)).toEqual([])
  })

  it('update no distributed table with a simple case, which a cluster passes to its nodes incorrectly', () => {
    const names = texts.flatMap(({ path, text }) =>
      shortCaseIn(text, distributedTables).map((table) => `${path}: ${table}`),
    )
    expect(names).toEqual([])
    const plant = `update lead set kind = case kind when 'test' then 'lead' else kind end where agency_id = $1`
    expect(shortCaseIn(plant, distributedTables)).toEqual(['lead'])
    expect(shortCaseIn(plant.replace('case kind when', 'case when kind ='), distributedTables)).toEqual([])
    expect(
      shortCaseIn(`body = null, status = case status when 'waiting' then 'dead' end`, distributedTables),
    ).toHaveLength(1)
    expect(shortCaseIn(`select case kind when 'test' then 1 end from lead`, distributedTables)).toEqual([])
  })

  it('pass the agency as a parameter for some rows per row of others, since a cluster requires it', () => {
    const names = ofServer.flatMap(({ path, text }) =>
      limitedWithoutAgency(text, distributedTables).map((table) => `${path.replace('server/', '')}: ${table}`),
    )
    expect(names).toEqual([])
    const plant = `select from (select id from lead where agency_id = $1 limit 9) newest cross join lateral
      (select from visit where agency_id = newest.agency_id and lead_id = newest.id limit 1) v`
    expect(limitedWithoutAgency(plant.replaceAll(/\s+/g, ' '), distributedTables)).toEqual(['visit'])
  })

  it('aggregate no such table for each of a limited number of rows, since a cluster plans only one join for all', () => {
    const names = ofServer.flatMap(({ path, text }) =>
      reckonedForLimited(text, distributedTables).map((table) => `${path.replace('server/', '')}: ${table}`),
    )
    expect(names).toEqual([])
    const plant = `select from (select id from company order by name limit 9 offset 0) agency
      cross join lateral (select sum(leads) from lead_count where agency_id = agency.id and of_id = agency.id) made`
    expect(reckonedForLimited(plant.replaceAll(/\s+/g, ' '), distributedTables)).toEqual(['lead_count'])
    expect(
      reckonedForLimited(plant.replaceAll(/\s+/g, ' ').replace('lead_count', 'company'), distributedTables),
    ).toEqual([])
  })

  it('outer-join no such table in a statement that also changes rows, which crashes a Citus 13.2 server', () => {
    const names = ofServer.flatMap(({ path, text }) =>
      addedBesideChange(text, distributedTables).map((table) => `${path.replace('server/', '')}: ${table}`),
    )
    expect(names).toEqual([])
    const plant = `with kept as ( insert into visit (agency_id) select $1 from lead where agency_id = $1)
      select from lead left join campaign on campaign.agency_id = $1 where lead.agency_id = $1`
    expect(addedBesideChange(plant, distributedTables)).toEqual(['campaign'])
    expect(addedBesideChange(plant.replace('insert into visit (agency_id)', ''), distributedTables)).toEqual([])
  })

  it('pass the agency as a parameter next to locked rows, since a cluster requires it', () => {
    const names = ofServer.flatMap(({ path, text }) =>
      agencyOfLockedRow(text, distributedTables).map((table) => `${path.replace('server/', '')}: ${table}`),
    )
    expect(names).toEqual([])
    const plant = `select c.*, (select m.month_cap_cents from money_cap m where m.agency_id = c.agency_id) from campaign c
      where c.agency_id = $1 for key share of c`
    expect(agencyOfLockedRow(plant, distributedTables)).toEqual(['money_cap'])
    expect(agencyOfLockedRow(plant.replace('= c.agency_id', '= $1'), distributedTables)).toEqual([])
    expect(agencyOfLockedRow(plant.replace('for key share of c', ''), distributedTables)).toEqual([])
  })

  it('return no date or time of a changed row as text, which a cluster rejects', () => {
    const names = ofServer.flatMap(({ path, text }) =>
      returnedAsText(text, distributedTables).map((table) => `${path.replace('server/', '')}: ${table}`),
    )
    expect(names).toEqual([])
    const plant =
      'update report_link link set opened = 1 where agency_id = $1 returning link.kind, link.start_date::text'
    expect(returnedAsText(plant, distributedTables)).toEqual(['report_link'])
    expect(returnedAsText(plant.replace('::text', ''), distributedTables)).toEqual([])
    expect(returnedAsText(plant.replace('report_link', 'company'), distributedTables)).toEqual([])
  })

  it('find no row of such a table by ctid, which is unique only within a node', () => {
    const sources = [...ofServer, ...ofRetention].filter(({ text }) => findsByPlace(text, distributedTables))
    expect(sources.map(({ path }) => path)).toEqual([])
    expect(
      findsByPlace('delete from lead where ctid = any (array(select ctid from lead limit 9))', distributedTables),
    ).toBe(true)
    expect(
      findsByPlace('delete from session where ctid = any (array(select ctid from session))', distributedTables),
    ).toBe(false)
  })

  it('change no such table by a number of rows per company, since no node has the others’ rows', () => {
    const sources = [...ofServer, ...ofRetention].filter(({ text }) => changesByCompany(text, distributedTables))
    expect(sources.map(({ path }) => path)).toEqual([])
    const plant = `with old as (select aged.id from company cross join lateral (
      select id from lead where agency_id = company.id limit 9) aged) delete from lead using old where lead.id = old.id`
    expect(changesByCompany(plant, distributedTables)).toBe(true)
    expect(changesByCompany(plant.replaceAll('lead', 'session'), distributedTables)).toBe(false)
  })

  it('insert no selected condition that may need no table after all: a cluster then inserts nothing', () => {
    expect(ofAreas.filter(({ text }) => mayInsertNothing(text)).map(({ path }) => path)).toEqual([])
    const plant = 'insert into host (host, first) select $1, $2::uuid is not null and exists (select from host)'
    expect(mayInsertNothing(plant)).toBe(true)
    expect(mayInsertNothing(plant.replace('$2::uuid is not null and ', ''))).toBe(false)
  })

  it('compute no interval where they update a row that already exists, since a cluster rejects it', () => {
    expect(ofServer.filter(({ text }) => reckonsInConflict(text)).map(({ path }) => path)).toEqual([])
    const plant = `on conflict (id) do update set until = $1 + interval '1 day' returning id`
    expect(reckonsInConflict(plant)).toBe(true)
    expect(reckonsInConflict(plant.replace("$1 + interval '1 day'", 'to_timestamp($1)'))).toBe(false)
  })

  it('lock no row of a reference table shared: a cluster locks the whole table, and those who share it deadlock', () => {
    const names = ofServer.flatMap(({ path, text }) =>
      lockedShared(text, referenceTables).map((table) => `${path.replace('server/', '')}: ${table}`),
    )
    expect([...new Set(names)].toSorted()).toEqual(rarelyShared)
    expect(lockedShared('select from company where id = $1 for key share', referenceTables)).toEqual(['company'])
    expect(lockedShared('select from company where id = $1 for update', referenceTables)).toEqual([])
    const onlyCampaign = 'select (select name from brand) from campaign c for share of c'
    expect(lockedShared(onlyCampaign, referenceTables)).toEqual([])
  })

  it('compute no interval inside a case where they change rows, since a cluster cannot plan it', () => {
    expect(ofServer.filter(({ text }) => reckonsInCase(text)).map(({ path }) => path)).toEqual([])
    expect(reckonsInCase(`update lead set until = case when $2 then $3 + interval '1 day' end`)).toBe(true)
    expect(reckonsInCase(`update lead set until = $3 + case when $2 then interval '1 day' end`)).toBe(false)
  })

  it.each([
    ['update lead set email = null where id = $1', ['lead']],
    ['select from campaign c join lead l on l.agency_id = c.agency_id and l.campaign_id = c.id', []],
    ['select from campaign c join lead l on l.campaign_id = c.id where c.agency_id = $1', ['lead l']],
    ['select (select count(*) from lead where agency_id = $1) from campaign where id = $2', ['campaign']],
    ['insert into lead (id) values ($1)', ['lead (insert)']],
    ['insert into lead (agency_id, id) select $1, id from hit h where h.agency_id = $1', []],
  ])('detect a missing agency filter: %s', (text, missing) => {
    const plant = { path: 'server/areas/leads/planted.ts', text: `const text = \`${text}\`` }
    expect(readSql([plant]).flatMap((sql) => withoutAgency(sql.text, distributedTables))).toEqual(missing)
  })
})
