import { afterAll } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'
import type { PipelineWorld } from './pipeline-world.ts'

/** The HTTP app for a world, with its clock, for one test file: call it at the top; closed after the tests. */
export async function openApp(
  { db, clock }: Pick<PipelineWorld, 'db' | 'clock'>,
  options?: Omit<NonNullable<Parameters<typeof createTestApp>[1]>, 'clock'>,
): Promise<TestApp> {
  const http = await createTestApp(db, { clock, ...options })
  afterAll(() => http.close())
  return http
}
