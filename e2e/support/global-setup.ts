import type { TestProject } from 'vitest/node'
import { startProgram } from './program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the program with its demo world listens. */
    port: number
  }
}

/** One program for all journeys: each works in corners of the demo world of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const program = await startProgram()
  project.provide('port', program.port)
  return () => program.stop()
}
