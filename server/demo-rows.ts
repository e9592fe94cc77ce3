import type { Pool } from 'pg'
import { StartProblem } from './platform/start-problem.ts'

/** Rows that only a demo world has. */
export interface DemoMarks {
  companyIds: readonly string[]
  userIds: readonly string[]
  /** External ids of persons in the identity data. */
  personIds: readonly string[]
}

// Tables that the owner may read: row-level security hides the tenants' own from everybody without a scope.
const lookups = [
  { table: 'brand', text: 'select 1 from brand where company_id = any ($1) limit 1', of: 'companyIds' },
  { table: 'credential', text: 'select 1 from credential where user_id = any ($1) limit 1', of: 'userIds' },
  { table: 'person', text: 'select 1 from person where external_id = any ($1) limit 1', of: 'personIds' },
] as const

/** Which tables of a database hold rows of a demo world; also of one that has no tables yet. */
async function tablesWithDemoRows(ownerPool: Pool, marks: DemoMarks): Promise<string[]> {
  const tables: string[] = []
  for (const { table, text, of } of lookups) {
    const { rows } = await ownerPool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
    if (rows[0]!.there && (await ownerPool.query(text, [marks[of]])).rowCount) tables.push(table)
  }
  return tables
}

/**
 * Keeps production away from a database of the demo: its people sign in with a password that everybody knows (decision 32).
 * Throws `StartProblem`.
 */
export async function assertNoDemoRows(ownerPool: Pool, marks: DemoMarks): Promise<void> {
  const tables = await tablesWithDemoRows(ownerPool, marks)
  if (tables.length === 0) return
  throw new StartProblem(
    `This database contains a demo world (${tables.join(', ')}), whose passwords are public. Production needs its own database: set DATABASE_URL or DATA_DIR to a new one.`,
  )
}

/**
 * Keeps the demo away from a database in which somebody works: it would read their mail, and its clock and gateway are not
 * real. Throws `StartProblem`.
 */
export async function assertDemoOrEmpty(ownerPool: Pool, marks: DemoMarks): Promise<void> {
  const { rows } = await ownerPool.query<{ there: boolean }>(`select to_regclass('brand') is not null as there`)
  if (!rows[0]!.there) return
  const { rowCount } = await ownerPool.query('select 1 from brand limit 1')
  if (!rowCount || (await tablesWithDemoRows(ownerPool, marks)).includes('brand')) return
  throw new StartProblem(
    'This database is in use and has no demo world. Set NODE_ENV=production, DEMO=off, or DATA_DIR to a new folder for the demo.',
  )
}
