import type { TestDatabase } from './harness.ts'

/** Makes the database reject rows of a table that violate a condition, while some work runs. */
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
