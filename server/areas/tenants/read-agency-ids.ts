import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'

/** All agencies of an operator: for jobs whose queries need the agency, so they run once for each. */
export const readAgencyIds = ({ appPool }: Pick<Platform, 'appPool'>, rootId: string): Promise<string[]> =>
  inScope(
    appPool,
    { kind: 'root', rootId },
    async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        `select id from company where root_id = $1 and kind = 'agency' order by id`,
        [rootId],
      )
      return rows.map(({ id }) => id)
    },
    { readOnly: true },
  )
