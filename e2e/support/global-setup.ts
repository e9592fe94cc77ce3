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

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port of the program with its demo world. */
    port: number
    /** The port where a test may serve a website that the program is allowed to fetch. */
    shopPort: number
    /** The port where a test may run the DNS server that the program queries. */
    namesPort: number
    /** Sessions of people who are already signed in, one file each. */
    sessionFolder: string
  }
}

/** One program for all journeys: each uses its own part of the demo world. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shopPort = await freePort()
  const namesPort = await freePort()
  const removeWorld = await prepareWorld()
  const program = await startProgram({
    ...preparedWorld(),
    OUTGOING_ALLOW: `${shopHost}:${shopPort}`,
    DNS_SERVER: `127.0.0.1:${namesPort}`,
  })
  const sessionFolder = mkdtempSync(join(tmpdir(), 'leadloom-sessions-'))
  // The first sign-in stores the language in an account, so sign everybody in with English here.
  for (const login of Object.values(people))
    await saveSession(sessionFolder, program.port, `http://${login.host}:${program.port}`, login)
  project.provide('port', program.port)
  project.provide('shopPort', shopPort)
  project.provide('namesPort', namesPort)
  project.provide('sessionFolder', sessionFolder)
  return async () => {
    await program.stop()
    removeWorld()
    rmSync(sessionFolder, { recursive: true, force: true })
  }
}
