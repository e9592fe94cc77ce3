import './ensure-home.ts'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { listBackups } from '#server/platform/backup-place.ts'
import { opensBackups } from '#server/backup/encryption.ts'
import { backupSettings, takeBackup } from '#server/backup/take-backup.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { configOrExit } from './config-or-exit.ts'

// npm run backup             makes a backup, verifies it if BACKUP_KEY can open it, and removes old ones
// npm run backup -- verify   verifies the newest, or the file that follows
// npm run backup -- list     lists them, newest first
// npm run backup -- key      makes a pair of keys

async function makeKey(): Promise<void> {
  const secret = await generateX25519Identity()
  console.log(`public key, for BACKUP_KEY of the server:  ${await identityToRecipient(secret)}`)
  console.log(`secret key, to be kept apart for a restore: ${secret}`)
}

async function verify(file: string | undefined): Promise<void> {
  const config = configOrExit()
  const { place } = backupSettings(config)
  const newest = file === undefined ? (await listBackups(place))[0] : undefined
  const target = file ?? (newest && place.pathOf(newest.name))
  if (!target) throw new StartProblem(`There is no backup in ${place.name}.`)
  const problems = await verifyBackup(config, target)
  for (const text of problems) console.error(text)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`${target} was restored into a folder of its own, and the doctor found no problem.`)
}

async function list(): Promise<void> {
  const { place } = backupSettings(configOrExit())
  for (const { name, isVerified } of await listBackups(place))
    console.log(`${place.pathOf(name)}${isVerified ? '  restored on trial' : ''}`)
}

async function make(): Promise<void> {
  const config = configOrExit()
  const { file, bytes, removed, isProvable } = await takeBackup(config)
  console.log(`${file} has ${bytes} bytes.`)
  for (const old of removed) console.log(`removed ${old}`)
  if (!isProvable) console.log('Another version of PostgreSQL restores it on trial: docs/runbooks/backup.md.')
  else if (opensBackups(config.BACKUP_KEY!)) await verify(file)
}

const [command, file] = process.argv.slice(2)
const commands: Record<string, () => Promise<void>> = { make, list, key: makeKey, verify: () => verify(file) }
await (
  commands[command ?? 'make'] ?? (() => Promise.reject(new StartProblem(`There is no command ${command}.`)))
)().catch((error: unknown) => {
  console.error(explainStart(error) ?? (error as Error).message)
  process.exitCode = 1
})
