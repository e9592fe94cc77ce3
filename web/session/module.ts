import { workingModules, type Module } from '#contract/campaigns/modules.ts'
import { brand } from './boot.ts'
import { useOptionalParam } from './address.ts'

export type ModulePlace = {
  module: Module
  /** What the agency calls it: "Site ID", or a name of its own. */
  name: string
  /** The first part of its addresses, with a slash before it: `/siteid`, or the agency's own such as `/visitors`. */
  base: string
}

/** Modules that have screens, in the order of the menu. The others are named nowhere until they work. */
export const modulePlaces = (): readonly ModulePlace[] =>
  workingModules.map((module) => ({
    module,
    name: brand().modules[module].name,
    base: `/${brand().modules[module].url}`,
  }))

export const modulePlaceOf = (slug: string | undefined): ModulePlace | undefined =>
  modulePlaces().find((place) => place.base === `/${slug}`)

/** The module whose address the page lies under; outside of any, the first one, so that links can be made anywhere. */
export function useModule(): ModulePlace {
  const slug = useOptionalParam('module')
  return modulePlaceOf(slug) ?? modulePlaces()[0]!
}
