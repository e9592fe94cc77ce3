import './ensure-home.ts'
import type { Pool } from 'pg'
import { demoMarks } from '#demo/marks.ts'
import { startDemo } from '#demo/start-demo.ts'
import { assertDemoOrEmpty, assertNoDemoRows } from '#server/demo-rows.ts'
import { assertDataFolder, assertMayListen } from '#server/platform/check-place.ts'
import { storesFiles } from '#server/platform/files-folder.ts'
import { createLog } from '#server/platform/log.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { startProgram } from '#server/program.ts'
import { setUpDatabase } from '#server/set-up-database.ts'
import { ensureFirstRoot, firstRootProblems } from './ask-first-root.ts'
import { configOrExit } from './config-or-exit.ts'
import { live, unlessEnding, usualDrain_ms } from './lifetime.ts'

/** Checked before the database is changed in any way. */
async function prepare(ownerPool: Pool, assertKey: () => Promise<void>): Promise<void> {
  // A demo's key is its own: whose database it is comes first.
  if (config.production) await assertNoDemoRows(ownerPool, demoMarks)
  if (config.demo) await assertDemoOrEmpty(ownerPool, demoMarks)
  await assertKey()
  await setUpDatabase(ownerPool)
}

const config = configOrExit(await firstRootProblems(process.env))
const log = createLog(config.LOG_LEVEL)
await live(
  log,
  async ({ ending, keep }) => {
    await assertMayListen(config)
    if (!config.DATABASE_URL || !config.MASTER_KEY || storesFiles(config)) assertDataFolder(config.DATA_DIR)
    const { platform } = keep(await startPlatform(config, log, prepare, (rest) => unlessEnding(ending, rest)))
    const demo = config.demo ? keep(await unlessEnding(ending, startDemo(platform))) : null
    if (!demo) await unlessEnding(ending, ensureFirstRoot(platform))
    const program = keep(await unlessEnding(ending, startProgram(demo?.platform ?? platform, demo ?? {})))
    if (program.healthPort !== null)
      log.info({ port: program.healthPort }, 'health and metrics are on a port of their own')
    if (program.port !== null) console.log(demo?.greeting(program.port) ?? `Leadloom listens on port ${program.port}.`)
  },
  usualDrain_ms + config.DRAIN_SECONDS * 1_000,
)
