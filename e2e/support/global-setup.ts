import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { keepSession } from './open-session.ts'
import { people } from './people.ts'
import { freePort, startProgram } from './program.ts'
import { shopHost } from './shop.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the program with its demo world listens. */
    port: number
    /** Where a test may open a web site that the program is allowed to read. */
    shopPort: number
    /** Where a test may open the name server that the program asks. */
    namesPort: number
    /** Sessions of people who have signed in already, one file each. */
    sessionFolder: string
  }
}

/** One program for all journeys: each works in corners of the demo world of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shopPort = await freePort()
  const namesPort = await freePort()
  const program = await startProgram({
    OUTGOING_ALLOW: `${shopHost}:${shopPort}`,
    DNS_SERVER: `127.0.0.1:${namesPort}`,
  })
  const sessionFolder = mkdtempSync(join(tmpdir(), 'leadloom-sessions-'))
  // Whoever signs in first in Arabic has their account learn it: here everybody has read English before.
  for (const login of Object.values(people))
    await keepSession(sessionFolder, program.port, `http://${login.host}:${program.port}`, login)
  project.provide('port', program.port)
  project.provide('shopPort', shopPort)
  project.provide('namesPort', namesPort)
  project.provide('sessionFolder', sessionFolder)
  return async () => {
    await program.stop()
    rmSync(sessionFolder, { recursive: true, force: true })
  }
}
