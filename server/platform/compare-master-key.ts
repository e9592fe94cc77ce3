import type { Pool } from 'pg'
import type { Secrets } from './crypto/secrets.ts'
import { sealingKeyContext } from './http/sealing-keys.ts'
import { StartProblem } from './start-problem.ts'

/** The key of a program beside the one that encrypted what is stored: `unused` while nothing has been encrypted. */
type MasterKeyState = 'unused' | 'same' | 'another'

/** Compares by opening the newest private key of the server, which every sign-in needs; null is a program without a key. */
export async function compareMasterKey(pool: Pool, secrets: Pick<Secrets, 'open'> | null): Promise<MasterKeyState> {
  const { rows } = await pool.query<{ kid: string; private_sealed: string }>(
    'select kid, private_sealed from server_key order by created_at desc limit 1',
  )
  if (!rows[0]) return 'unused'
  try {
    secrets?.open(rows[0].private_sealed, sealingKeyContext(rows[0].kid))
    return secrets ? 'same' : 'another'
  } catch {
    return 'another'
  }
}

/**
 * Refuses to start with another key than the one that the data was encrypted with: nobody could sign in, and what is
 * encrypted meanwhile could not be read with the right key. Also for a database that has no tables yet.
 */
export async function assertSameMasterKey(pool: Pool, secrets: Pick<Secrets, 'open' | 'keyId'> | null): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('server_key') is not null as there`)
  if (!rows[0]!.there || (await compareMasterKey(pool, secrets)) !== 'another') return
  throw new StartProblem(
    secrets
      ? `The stored secrets were encrypted with another master key than this one (id ${secrets.keyId}): start with the previous MASTER_KEY.`
      : 'The stored secrets were encrypted with a master key that is missing: set MASTER_KEY, or restore the file master-key under DATA_DIR.',
  )
}
