import { z } from 'zod'

export const moduleKeys = ['local', 'locator', 'enhance', 'b2b'] as const
export type ModuleKey = (typeof moduleKeys)[number]

/** What a module is called and where its screens lie; each agency may choose both (R006). */
export const moduleName = z.object({ name: z.string(), url: z.string() })
export type ModuleName = z.output<typeof moduleName>

export const defaultModules: Readonly<Record<ModuleKey, ModuleName>> = {
  local: { name: 'Site ID', url: 'siteid' },
  locator: { name: 'Search ID', url: 'searchid' },
  enhance: { name: 'Enhance ID', url: 'enhanceid' },
  b2b: { name: 'B2B ID', url: 'b2bid' },
}

/** The names in force: an agency's own where it set them, the defaults elsewhere. */
export function modulesWith(own: Partial<Record<string, Partial<ModuleName>>>): Record<ModuleKey, ModuleName> {
  const entries = moduleKeys.map((key) => [key, { ...defaultModules[key], ...own[key] }] as const)
  return Object.fromEntries(entries) as Record<ModuleKey, ModuleName>
}
