import type { Pool } from 'pg'
import type { Config } from '#server/platform/config.ts'
import { compareFilesFolder, filesFolderOf, storesFiles } from '#server/platform/files-folder.ts'
import { databaseStorageProblem } from '#server/platform/find-full-storage.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

type Settings = Pick<
  Config,
  'DATA_DIR' | 'ROLES' | 'S3_URL' | 'APP_CONNECTIONS' | 'OWNER_CONNECTIONS' | 'IDENTITY_CONNECTIONS'
>

/** What a server has only so much of, and what lies beside the database: disk, connections, encryption, shared files. */
export async function checkResources(ownerPool: Pool, config: Settings): Promise<Finding[]> {
  return [
    await checkStorage(ownerPool),
    await checkConnections(ownerPool, config),
    await checkEncryption(ownerPool),
    ...(await checkFilesFolder(ownerPool, config)),
  ]
}

async function checkStorage(ownerPool: Pool): Promise<Finding> {
  const problem = await databaseStorageProblem(ownerPool)
  return problem === null
    ? ok('the database has space to write')
    : failure(problem, 'Free some space there, or give it more: hits, leads and money cannot be stored until then.')
}

/** One more process, or one that restarts beside the old one, needs this many. */
const needOf = ({ APP_CONNECTIONS, OWNER_CONNECTIONS, IDENTITY_CONNECTIONS }: Settings): number =>
  APP_CONNECTIONS + OWNER_CONNECTIONS + IDENTITY_CONNECTIONS

async function checkConnections(ownerPool: Pool, config: Settings): Promise<Finding> {
  const { rows } = await ownerPool.query<{ most: number; used: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
       (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as used`,
  )
  const { most, used } = rows[0]!
  const text = `${used} of ${most} connections of the database are in use`
  return most - used >= needOf(config)
    ? ok(text)
    : warning(
        `${text}: one more process can need ${needOf(config)}`,
        'Raise max_connections, or lower the pools of each process (docs/runbooks/connections.md).',
      )
}

async function checkEncryption(ownerPool: Pool): Promise<Finding> {
  const { rows } = await ownerPool.query<{ encrypted: boolean; here: boolean }>(
    `select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
       coalesce(inet_client_addr() <<= '127.0.0.0/8' or inet_client_addr() = '::1', true) as here`,
  )
  const { encrypted, here } = rows[0]!
  if (encrypted) return ok('the connection to the database is encrypted')
  return here
    ? ok('the connection to the database does not leave this machine')
    : warning(
        'the connection to the database is not encrypted: others on the network can read data and password',
        'Add sslmode=verify-full to DATABASE_URL (docs/runbooks/connections.md).',
      )
}

async function checkFilesFolder(ownerPool: Pool, config: Settings): Promise<Finding[]> {
  if (!storesFiles(config)) return []
  const folder = await compareFilesFolder(ownerPool, config)
  if (folder.state === 'unmarked') return []
  if (folder.state === 'shared') return [ok('files are in the folder that this database names')]
  return [
    failure(
      `${filesFolderOf(config)} is not the folder in which other machines store files: uploads, exports and pictures are missing here`,
      `Share that folder between all machines. If its files are lost, write ${folder.id} into the file .folder-id of this one.`,
    ),
  ]
}
