import './ensure-home.ts'
import { existsSync } from 'node:fs'
import { ownServerFolder, restoreBackup } from '#server/backup/restore-backup.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { suppressionsFileOf } from '#server/platform/suppressions-file.ts'
import { configOrExit } from './config-or-exit.ts'

// npm run restore -- FILE: restores a backup into the empty folder DATA_DIR.

const file = process.argv[2]
if (!file) {
  console.error('DATA_DIR=folder BACKUP_KEY=key npm run restore -- FILE')
  process.exit(1)
}
try {
  const config = configOrExit()
  const { made_at, program, migration, server, postgres } = await restoreBackup(config, file)
  console.log(`Restored the backup of ${made_at} (version ${program}, up to ${migration}).`)
  console.log(
    server === 'own'
      ? `${ownServerFolder(config)} is the folder of your server: start PostgreSQL ${postgres} from it, then the program (docs/runbooks/backup.md).`
      : 'Now start the program.',
  )
  console.log(
    existsSync(suppressionsFileOf(config.DATA_DIR))
      ? 'The opt-outs beside the backup will be applied before the program serves.'
      : 'There is no list of opt-outs beside the backup: enter those that came since it again (docs/runbooks/backup.md).',
  )
} catch (error) {
  console.error(explainStart(error) ?? (error as Error).message)
  process.exitCode = 1
}
