import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { problemsOfData } from '#server/doctor/problems-of-data.ts'
import { createClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { openIdentity } from '#server/platform/database/open-identity.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { settleAddress } from '#server/platform/database/settle-address.ts'
import { createFiles } from '#server/platform/files.ts'
import { readMasterKeys } from '#server/platform/master-key.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { exportLines } from './export-tenant.ts'
import { importTenant, type ImportingTools } from './import-tenant.ts'
import { openLines, sealLines, type TenantHeader } from './lines.ts'

type Say = (text: string) => void
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function withTools<T>(config: Config, say: Say, work: (tools: ImportingTools) => Promise<T>): Promise<T> {
  const ring = readMasterKeys(config)
  if (ring === null) throw new StartProblem('There is no master key: set MASTER_KEY.')
  const database = await openDatabase(config, say)
  try {
    const address = await settleAddress(database.address)
    const pools = createPools(address, (error) => say(error.message))
    const identity = await openIdentity(config, address, (error) => say(error.message))
    try {
      return await work({
        ...pools,
        identityPool: identity.appPool,
        secrets: createSecrets(...ring),
        files: createFiles(config),
        clock: createClock(),
      })
    } finally {
      await identity.close()
      await pools.close()
    }
  } finally {
    await database.stop()
  }
}

/** The key of the file is that of the backups: it holds the agency’s secrets as they are. */
function keyOf({ BACKUP_KEY }: Config): string {
  if (!BACKUP_KEY) throw new StartProblem('Set BACKUP_KEY: the file holds secrets (docs/runbooks/move-an-agency.md).')
  return BACKUP_KEY
}

/** Writes an agency into a file. Throws `StartProblem` if the doctor finds a failure here. */
export async function exportAgency(config: Config, agencyId: string, file: string, say: Say): Promise<void> {
  const key = keyOf(config)
  if (!idPattern.test(agencyId))
    throw new StartProblem(`${agencyId} is no id of an agency: it is in the address of its page.`)
  if (existsSync(file)) throw new StartProblem(`${file} is there already.`)
  const problems = await problemsOfData(config)
  if (problems.length > 0) throw new StartProblem(`Mend this first, nothing was exported:\n${problems.join('\n')}`)
  const making = `${file}.partial`
  try {
    await withTools(config, say, async (tools) =>
      pipeline(
        await sealLines(key, exportLines(tools, agencyId)),
        createWriteStream(making, { flags: 'wx', mode: 0o600, flush: true }),
      ),
    )
    renameSync(making, file)
  } finally {
    rmSync(making, { force: true })
  }
}

/** Takes in the agency of a file, and says what the doctor finds here after it. */
export async function importAgency(
  config: Config,
  file: string,
  say: Say,
): Promise<TenantHeader & { problems: string[] }> {
  const key = keyOf(config)
  if (!existsSync(file)) throw new StartProblem(`There is no file ${file}.`)
  const header = await withTools(config, say, (tools) => importTenant(tools, openLines(key, createReadStream(file))))
  return { ...header, problems: await problemsOfData(config) }
}
