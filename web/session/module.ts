import { workingModules, type Module } from '#contract/campaigns/modules.ts'
import { brand } from './boot.ts'
import { useOptionalParam } from './address.ts'

export type ModulePlace = {
  module: Module
  /** The agency's name for the module: "Site ID", or a custom one. */
  name: string
  /** First path segment with a leading slash: `/siteid`, or the agency's own, such as `/visitors`. */
  base: string
}

/** Modules that have screens, in menu order. The others are not mentioned anywhere until they work. */
export const modulePlaces = (): readonly ModulePlace[] =>
  workingModules.map((module) => ({
    module,
    name: brand().modules[module].name,
    base: `/${brand().modules[module].url}`,
  }))

export const modulePlaceOf = (slug: string | undefined): ModulePlace | undefined =>
  modulePlaces().find((place) => place.base === `/${slug}`)

/** The module that the current URL belongs to; elsewhere the first module, so that links can be built on any page. */
export function useModule(): ModulePlace {
  const slug = useOptionalParam('module')
  return modulePlaceOf(slug) ?? modulePlaces()[0]!
}
