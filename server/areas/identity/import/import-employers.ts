import type { ClientBase, Pool } from 'pg'
import type { ImportedEmployer } from './read-employer.ts'
import type { RowProblem } from './row-problem.ts'

export interface EmployerChanges {
  fresh: ImportedEmployer[]
  changed: ImportedEmployer[]
  same: number
  problems: RowProblem[]
}

/** What importing these companies would do. A range that belongs to another company stays with it. */
export async function compareEmployers(
  db: Pool | ClientBase,
  employers: readonly ImportedEmployer[],
): Promise<EmployerChanges> {
  const factsOf = await readKnown(
    db,
    employers.map(({ domain }) => domain),
  )
  const owners = await readOwners(
    db,
    employers.flatMap(({ ranges }) => ranges),
  )
  const changes: EmployerChanges = { fresh: [], changed: [], same: 0, problems: [] }
  for (const employer of employers) {
    const { row, domain, ranges } = employer
    const facts = factsOf.get(domain)
    if (ranges.some((range) => (owners.get(range) ?? domain) !== domain)) {
      changes.problems.push({ row, field: 'company.range', message: 'belongs to another company' })
      continue
    }
    const isNews =
      Object.entries(employer.facts).some(([name, value]) => facts?.[name] !== value) ||
      ranges.some((range) => !owners.has(range))
    for (const range of ranges) owners.set(range, domain)
    if (facts && !isNews) changes.same += 1
    else (facts ? changes.changed : changes.fresh).push(employer)
    factsOf.set(domain, { ...facts, ...employer.facts })
  }
  return changes
}

async function readKnown(db: Pool | ClientBase, domains: readonly string[]) {
  const { rows } = await db.query<{ domain: string; facts: Record<string, string> }>(
    'select domain, facts from employer where domain = any($1::text[])',
    [domains],
  )
  return new Map(rows.map(({ domain, facts }) => [domain, facts]))
}

async function readOwners(db: Pool | ClientBase, ranges: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ range: string; domain: string }>(
    'select range::text, domain from employer_range where range = any($1::cidr[])',
    [ranges],
  )
  return new Map(rows.map(({ range, domain }) => [range, domain]))
}

/** Imports new and changed companies with their ranges. Idempotent: a second run finds them all unchanged. */
export async function importEmployers(
  client: ClientBase,
  employers: readonly ImportedEmployer[],
  at: Date,
): Promise<EmployerChanges> {
  const changes = await compareEmployers(client, employers)
  for (const { domain, facts, ranges } of [...changes.fresh, ...changes.changed].toSorted(byDomain)) {
    await client.query(
      `insert into employer (domain, facts, updated_at) values ($1, $2, $3)
       on conflict (domain) do update set facts = employer.facts || excluded.facts, updated_at = excluded.updated_at`,
      [domain, JSON.stringify(facts), at],
    )
    if (ranges.length === 0) continue
    await client.query(
      `insert into employer_range (range, domain) select range, $2 from unnest($1::cidr[]) as range on conflict do nothing`,
      [ranges, domain],
    )
  }
  if (changes.fresh.length + changes.changed.length > 0)
    await client.query('update employer_range_version set version = version + 1')
  return changes
}

/** A fixed order, so that concurrent imports don't deadlock. */
const byDomain = (a: ImportedEmployer, b: ImportedEmployer): number => (a.domain < b.domain ? -1 : 1)
