import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take much longer than others, slowest first. */
export const slowest: readonly string[] = [
  'e2e/hostile-text/hostile-text.test.ts',
  'server/test/access/matrix.test.ts',
  'server/test/access/row-level-security.test.ts',
  'server/test/access/limits.test.ts',
  'server/test/architecture/imports.test.ts',
  'server/test/access/fuzz.test.ts',
  'server/test/access/white-label.test.ts',
  'server/areas/leads/simulate/simulate-campaign.test.ts',
  'server/areas/payments/reconciliation/reconciliation.test.ts',
  'server/areas/billing/periods/earlier-balance.test.ts',
  'server/areas/billing/refunds/share-months.test.ts',
  'server/areas/billing/shares/withheld-shares.test.ts',
  'server/areas/billing/refunds/refundable-shares.test.ts',
  'server/areas/billing/taxes/taxed-bills.test.ts',
  'server/areas/leads/alerts/send-spending-alerts.test.ts',
  'demo/searches/make-past.test.ts',
  'server/areas/people/roles/roles.test.ts',
  'server/test/architecture/style.test.ts',
]

/**
 * Runs the slowest files first, so that all workers end at about the same time. Vitest orders files by the time that they
 * took before; a fresh clone, as in CI, has run none, and would begin with the longest texts.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const defaultOrder = await super.sort(files)
    const projects = [...new Set(defaultOrder.map(({ project }) => project))]
    const placeOf = ({ project, moduleId }: TestSpecification): number => {
      const at = slowest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'))
      return projects.indexOf(project) * 1_000 + (at === -1 ? slowest.length : at)
    }
    return defaultOrder.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
