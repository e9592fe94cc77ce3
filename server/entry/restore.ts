import './ensure-home.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { configOrExit } from './config-or-exit.ts'

// npm run restore -- FILE: restores a backup into the empty folder DATA_DIR.

const file = process.argv[2]
if (!file) {
  console.error('DATA_DIR=folder BACKUP_KEY=key npm run restore -- FILE')
  process.exit(1)
}
try {
  const { made_at, program, migration } = await restoreBackup(configOrExit(), file)
  console.log(`Restored the backup of ${made_at} (version ${program}, up to ${migration}). Now start the program.`)
} catch (error) {
  console.error(explainStart(error) ?? (error as Error).message)
  process.exitCode = 1
}
