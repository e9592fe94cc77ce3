import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { databaseFolderRoot, makeTestFolder } from '#server/test/test-folder.ts'
import { inCluster } from './cluster.ts'
import { startProgram } from './program.ts'

const variable = 'JOURNEYS_PREPARED_WORLD'

/**
 * Makes the demo world once, because each takes a minute: programs start from copies of its folder. Returns how to
 * remove it. A cluster's databases are outside of the folder, so there each program makes its own world.
 */
export async function prepareWorld(): Promise<() => void> {
  if (inCluster()) return () => {}
  const program = await startProgram()
  await program.end()
  process.env[variable] = program.dataDir
  return () => rmSync(program.dataDir, { recursive: true, force: true })
}

/** Settings of a program that starts in a copy of the prepared world, or makes one where there is none. */
export function preparedWorld(): { DATA_DIR?: string } {
  const setting = process.env[variable]
  if (!setting) return {}
  const folder = makeTestFolder(databaseFolderRoot())
  // With owners and modes: under root, PostgreSQL runs as another user and refuses a folder that is not its own.
  execFileSync('cp', ['-a', `${setting}/.`, folder])
  return { DATA_DIR: folder }
}
