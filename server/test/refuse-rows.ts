import type { TestDatabase } from './harness.ts'

/** Has the database refuse rows of a table for which a condition does not hold, while something is done. */
export async function whileRefused<T>(
  { adminPool }: TestDatabase,
  table: string,
  condition: string,
  work: () => Promise<T>,
): Promise<T> {
  await adminPool.query(`alter table ${table} add constraint refused_for_a_while check (${condition}) not valid`)
  try {
    return await work()
  } finally {
    await adminPool.query(`alter table ${table} drop constraint refused_for_a_while`)
  }
}
