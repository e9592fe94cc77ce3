import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Orders test files for several workers, so that none ends long after the others: first those that are known to take
 * longest, then, as Vitest does, by the duration of the last run, or by size where there was none.
 */
export const longestFirst = (...names: readonly string[]): typeof BaseSequencer =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const defaultOrder = await super.sort(files)
      const long = names.flatMap((name) =>
        defaultOrder.filter(({ moduleId }) => basename(moduleId) === `${name}.test.ts`),
      )
      return [...long, ...defaultOrder.filter((file) => !long.includes(file))]
    }
  }
