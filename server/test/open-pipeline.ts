import { afterAll, beforeAll } from 'vitest'
import { createTestApp, unlimited, type TestApp } from './app.ts'
import { createPipelineWorld, type PipelineWorld } from './pipeline-world.ts'

/** Puts a pipeline and the calls beside it, by the same clock, into what the tests of a file have at hand; gone after them. */
export function openPipeline(now: { world: PipelineWorld; http: TestApp }): void {
  beforeAll(async () => {
    now.world = await createPipelineWorld()
    now.http = await createTestApp(now.world.db, { limiter: unlimited, clock: now.world.clock })
  })
  afterAll(async () => {
    await now.http.close()
    await now.world.close()
  })
}
