import type { Pool } from 'pg'
import type { Secrets } from '#server/platform/crypto/secrets.ts'
import { sealingKeyContext } from '#server/platform/http/sealing-keys.ts'
import { failure, ok, type Finding } from './finding.ts'

/** Whether the master key is the one that encrypted what is stored; null if there is none yet. */
export async function checkSecrets(appPool: Pool, secrets: Pick<Secrets, 'open'> | null): Promise<Finding[]> {
  const { rows } = await appPool.query<{ kid: string; private_sealed: string }>(
    'select kid, private_sealed from server_key order by created_at desc limit 1',
  )
  if (!rows[0]) return [ok('nothing has been encrypted yet')]
  try {
    if (!secrets) throw new Error('there is no master key')
    secrets.open(rows[0].private_sealed, sealingKeyContext(rows[0].kid))
    return [ok('the master key is the one that the program last ran with')]
  } catch {
    return [
      failure(
        'the stored secrets were encrypted with another master key: nobody can sign in, and no service can be reached',
        'Stop the program, and start it with the previous MASTER_KEY.',
      ),
    ]
  }
}
