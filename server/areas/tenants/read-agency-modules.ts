import { workingModules, type Module } from '#contract/campaigns/modules.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * The working modules of an agency; all of them for the operator, whose agency is null. Read under the operator's scope, because
 * neither strangers nor clients see an agency's row.
 */
export async function readAgencyModules(
  { appPool }: Pick<Platform, 'appPool'>,
  rootId: string,
  agencyId: string | null,
): Promise<readonly Module[]> {
  if (agencyId === null) return workingModules
  const { rows } = await inScope(
    appPool,
    { kind: 'root', rootId },
    (tx) => tx.query<{ modules: Module[] }>('select modules from company where id = $1', [agencyId]),
    { readOnly: true },
  )
  const has = rows[0]?.modules ?? []
  return workingModules.filter((module) => has.includes(module))
}
