import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { problemsWithReleases, readReleases } from '../released-migrations.ts'
import { makeTestFolder } from '../test-folder.ts'

describe('released migrations', () => {
  let folder: string
  beforeEach(() => {
    folder = makeTestFolder()
    cpSync(migrationsFolder, folder, { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('are identified by their checksums', () => {
    const [first] = readReleases(migrationsFolder)
    expect(first?.version).toBe('v0.1.0')
    expect(Object.keys(first!.files).length).toBeGreaterThan(20)
  })

  test('are unchanged since their release, and later files come after them', () => {
    expect(problemsWithReleases(migrationsFolder)).toEqual([])
    writeFileSync(join(folder, '9999-later.sql'), 'select 1;\n')
    expect(problemsWithReleases(folder)).toEqual([])
  })

  test('cause an error when one is removed, changed, or preceded by a new one', () => {
    rmSync(join(folder, '0002-tenants.sql'))
    writeFileSync(join(folder, '0001-platform.sql'), '-- Nothing stands here any more.\n')
    writeFileSync(join(folder, '0000-too-late.sql'), 'select 1;\n')
    const releases = readReleases(migrationsFolder).map(({ version }) => version)
    expect(problemsWithReleases(folder)).toEqual(
      releases.flatMap((version) => [
        `0001-platform.sql of ${version} was changed: add a file instead`,
        `0002-tenants.sql of ${version} is gone: add a file instead`,
        `0000-too-late.sql comes before files of ${version}: give it a higher number`,
      ]),
    )
  })
})
