import type { Pool } from 'pg'
import { demoMarks } from '#demo/marks.ts'
import { startDemo } from '#demo/start-demo.ts'
import { assertDemoOrEmpty, assertNoDemoRows, WrongDatabase } from '#server/demo-rows.ts'
import { FirstRootProblems } from '#server/first-root.ts'
import { createLog } from '#server/platform/log.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { startProgram } from '#server/program.ts'
import { setUpDatabase } from '#server/set-up-database.ts'
import { ensureFirstRoot, firstRootProblems } from './ask-first-root.ts'
import { configOrExit } from './config-or-exit.ts'

const drain_ms = 10_000

/** Ends a start that only a person can fix, with a message instead of a stack trace. */
function refuse(error: unknown): never {
  if (!(error instanceof FirstRootProblems || error instanceof WrongDatabase)) throw error
  console.error(error.message)
  process.exit(1)
}

/** Checked before the database is changed in any way. */
async function prepare(ownerPool: Pool): Promise<void> {
  if (config.production) await assertNoDemoRows(ownerPool, demoMarks)
  if (config.demo) await assertDemoOrEmpty(ownerPool, demoMarks)
  await setUpDatabase(ownerPool)
}

const config = configOrExit(await firstRootProblems(process.env))
const log = createLog(config.LOG_LEVEL)
const running = await startPlatform(config, log, prepare).catch(refuse)
const stopAndRefuse = (error: unknown): Promise<never> => running.stop().then(() => refuse(error))
const demo = config.demo ? await startDemo(running.platform) : null
if (!demo) await ensureFirstRoot(running.platform).catch(stopAndRefuse)
const program = await startProgram(demo?.platform ?? running.platform, demo ?? {})
if (program.port !== null) console.log(demo?.greeting(program.port) ?? `Leadloom listens on port ${program.port}.`)

let stopping = false
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  log.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), drain_ms).unref()
  await program.stop()
  await demo?.stop()
  await running.stop()
  process.exit(0)
}
process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('SIGINT', () => void stop('SIGINT'))
process.on('unhandledRejection', (error) => {
  log.fatal({ err: error }, 'uncaught error')
  process.exit(1)
})
