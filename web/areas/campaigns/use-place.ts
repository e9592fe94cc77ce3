import type { Module } from '#contract/campaigns/modules.ts'
import { guard } from '#contract/guards/guard.ts'
import { useMe } from '../../session/me.ts'
import { modulePlaces, useModule, type ModulePlace } from '../../session/module.ts'
import { listPath } from '../../paths/campaigns.ts'

/** The module below whose path a campaign is shown: its own, or the current one if the user may not open that. */
export function usePlaceOf(): (campaign: { module: Module }) => ModulePlace {
  const me = useMe()
  const here = useModule()
  return ({ module }) => {
    const modulePlace = modulePlaces().find((place) => place.module === module)
    return modulePlace && guard(me.access, listPath(modulePlace)).kind === 'shown' ? modulePlace : here
  }
}
