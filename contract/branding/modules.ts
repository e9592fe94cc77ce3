import { z } from 'zod'
import { moduleNames, modules, moduleSlugs, type Module } from '../campaigns/modules.ts'

/** A module's name and the URL path of its screens; each agency can change both (R006). */
export const moduleName = z.object({ name: z.string(), url: z.string() })
export type ModuleName = z.output<typeof moduleName>

/** The names in effect: an agency's own if set, otherwise the defaults. */
export function modulesWith(names: Partial<Record<string, Partial<ModuleName>>>): Record<Module, ModuleName> {
  const entries = modules.map((key) => [key, { name: moduleNames[key], url: moduleSlugs[key], ...names[key] }] as const)
  return Object.fromEntries(entries) as Record<Module, ModuleName>
}
