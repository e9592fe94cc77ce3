import type { Pool } from 'pg'
import { compareMasterKey } from '#server/platform/compare-master-key.ts'
import type { Secrets } from '#server/platform/crypto/secrets.ts'
import { failure, ok, type Finding } from './finding.ts'

/** Whether the master key is the one that encrypted what is stored; null if there is none yet. */
export async function checkSecrets(appPool: Pool, secrets: Pick<Secrets, 'open'> | null): Promise<Finding[]> {
  const state = await compareMasterKey(appPool, secrets)
  if (state === 'unused') return [ok('nothing has been encrypted yet')]
  if (state === 'same') return [ok('the master key is the one that the program last ran with')]
  return [
    failure(
      'the stored secrets were encrypted with another master key: nobody can sign in, and no service can be reached',
      'Stop the program, and start it with the previous MASTER_KEY.',
    ),
  ]
}
