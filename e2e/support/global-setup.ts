import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { saveSession } from './open-session.ts'
import { people } from './people.ts'
import { freePort } from '#server/test/free-port.ts'
import { preparedWorld, prepareWorld } from './prepared-world.ts'
import { startProgram } from './program.ts'
import { shopHost } from './shop.ts'
import type { World } from './world.ts'

/** One program for all journeys of a lane: each uses its own part of the demo world. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removePrepared = await prepareWorld()
  const lanes = await Promise.all(Array.from({ length: project.config.maxWorkers }, startLane))
  project.provide(
    'worlds',
    lanes.map(({ world }) => world),
  )
  return async () => {
    await Promise.all(lanes.map(({ stop }) => stop()))
    removePrepared()
  }
}

async function startLane(): Promise<{ world: World; stop: () => Promise<void> }> {
  const shopPort = await freePort()
  const namesPort = await freePort()
  const program = await startProgram({
    ...preparedWorld(),
    OUTGOING_ALLOW: `${shopHost}:${shopPort}`,
    DNS_SERVER: `127.0.0.1:${namesPort}`,
  })
  const { port } = program
  const sessionFolder = mkdtempSync(join(tmpdir(), 'leadloom-sessions-'))
  // The first sign-in stores the language in an account, so sign everybody in with English here.
  for (const login of Object.values(people))
    await saveSession(sessionFolder, port, `http://${login.host}:${port}`, login)
  return {
    world: { port, shopPort, namesPort, sessionFolder },
    async stop() {
      await program.stop()
      rmSync(sessionFolder, { recursive: true, force: true })
    },
  }
}
