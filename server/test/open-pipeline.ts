import { afterAll, beforeAll } from 'vitest'
import { createTestApp, noLimits, type TestApp } from './app.ts'
import { createPipelineWorld, type PipelineWorld } from './pipeline-world.ts'

/** Creates a pipeline and an HTTP app with the same clock for the tests of one file; closed after them. */
export function openPipeline(now: { world: PipelineWorld; http: TestApp }): void {
  beforeAll(async () => {
    now.world = await createPipelineWorld()
    now.http = await createTestApp(now.world.db, { limiter: noLimits, clock: now.world.clock })
  })
  afterAll(async () => {
    await now.http.close()
    await now.world.close()
  })
}
