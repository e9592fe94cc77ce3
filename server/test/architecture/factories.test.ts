import { describe, expect, it } from 'vitest'
import { isTest, sourcesWith, type Source } from './sources.ts'

// Tests create companies, people, campaigns and leads with one set of factories, so that a new column has one place.

const factories: Readonly<Record<string, string>> = {
  'factories.ts': 'a tree of tenants with people who sign in, and their campaigns',
  'pipeline-world.ts': 'persons and campaigns by the columns that the pipeline reads',
  'lead-rows.ts': 'leads and visits as the pipeline writes them',
  'deliveries-world.ts': 'a campaign without access checks, at one fixed time',
  'collector.ts': 'a pixel without a tree',
  'companies-of-campaigns.ts': 'the companies that such a pixel belongs to',
}

const many = 'many rows by one statement'
const past = 'rows with names, keys and a past that are the same at each start'
/** File → why it inserts such rows itself. */
const others: Readonly<Record<string, string>> = {
  'bench/calls/fill.ts': many,
  'bench/collect.ts': 'a campaign in a database with no tenants at all',
  'bench/deletions.ts': many,
  'bench/exclusions.ts': many,
  'bench/invoices/fill.ts': many,
  'bench/keywords.ts': many,
  'bench/reports/fill.ts': many,
  'bench/resolve/load.ts': many,
  'bench/simulate.ts': many,
  'bench/tree/fill-campaigns.ts': many,
  'bench/tree/fill-inbox.ts': many,
  'bench/tree/fill.ts': many,
  'demo/searches/search-campaigns.ts': past,
  'demo/seed-campaigns.ts': past,
  'server/areas/branding/proposed-subdomains.test.ts': 'agencies without a host, in a database from before',
  'server/areas/campaigns/settings/limits-given.test.ts': 'campaigns without a limit, in a database from before',
  'server/areas/campaigns/modules/enhance/enhance-id.test.ts': many,
  'server/areas/companies/sales.test.ts': many,
  'server/areas/identity/advance-information.test.ts': many,
  'server/areas/identity/import/employers.test.ts': 'a person without an address or a number',
  'server/areas/identity/signals/pack-searchers.test.ts': 'persons by numbers of all sizes',
  'server/tenant/tenant.test.ts': 'a person with a number of their own, in another database',
  'server/test/kill-world.ts': many,
}

const writes = /\b(?:insert into|copy) (?:company|app_user|campaign|person|lead)\b(?= ?\()/i
const isWorld = ({ path }: Source): boolean =>
  !path.startsWith('server/test/architecture/') && (isTest(path) || /^(?:server\/test|e2e|demo|bench)\//.test(path))
const writing = (sources: readonly Source[]): string[] =>
  sources
    .filter((source) => isWorld(source) && writes.test(source.text))
    .map(({ path }) => path)
    .toSorted()

describe('data for tests, demo, and benches', () => {
  it('is created by the factories, or listed here with the reason', () => {
    const files = [...Object.keys(factories).map((name) => `server/test/${name}`), ...Object.keys(others)]
    expect(writing(sourcesWith('.ts', '.tsx'))).toEqual(files.toSorted())
  })

  it.each([
    ['a test', 'server/areas/leads/planted.test.ts', 1],
    ['a journey', 'e2e/support/planted.ts', 1],
    ['an area, whose tables have their owner', 'server/areas/leads/planted.ts', 0],
  ])('is checked in %s', (_what, path, found) => {
    expect(writing([{ path, text: 'await admin.query(`insert into lead (id) values ($1)`, [id])' }])).toHaveLength(
      found,
    )
    expect(writing([{ path, text: 'insert into lead_count (id) values ($1)' }])).toEqual([])
  })
})
