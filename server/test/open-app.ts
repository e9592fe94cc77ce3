import { afterAll } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'
import type { PipelineWorld } from './pipeline-world.ts'

/** The calls beside a world, by its clock, for the tests of one file: asked for at its top, gone after them. */
export async function openApp(
  { db, clock }: Pick<PipelineWorld, 'db' | 'clock'>,
  options?: Omit<NonNullable<Parameters<typeof createTestApp>[1]>, 'clock'>,
): Promise<TestApp> {
  const http = await createTestApp(db, { clock, ...options })
  afterAll(() => http.close())
  return http
}
