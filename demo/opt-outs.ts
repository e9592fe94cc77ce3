import type { Pool } from 'pg'
import { emailOfPerson, hashesOfEmail } from './persons.ts'
import { optedOut } from './world.ts'

/** Stores the hashes of people who opted out of becoming a lead. The pipeline and imports must respect them. */
export async function writeOptOuts(pool: Pool, at: Date): Promise<void> {
  const persons = Array.from({ length: optedOut.upTo - optedOut.from }, (_, at) => optedOut.from + at)
  const hashes = persons.flatMap((n) => Object.values(hashesOfEmail(emailOfPerson(n))))
  await pool.query(
    `insert into opt_out (hash, reason, created_at) select decode(hash, 'hex'), 'request', $2 from unnest($1::text[]) as hash
     on conflict (hash) do nothing`,
    [hashes.map((hash) => hash.toString('hex')), at],
  )
}
