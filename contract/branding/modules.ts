import { z } from 'zod'
import { moduleNames, modules, moduleSlugs, type Module } from '../campaigns/modules.ts'

/** What a module is called and where its screens lie; each agency may choose both (R006). */
export const moduleName = z.object({ name: z.string(), url: z.string() })
export type ModuleName = z.output<typeof moduleName>

/** The names in force: an agency's own where it set them, the defaults elsewhere. */
export function modulesWith(own: Partial<Record<string, Partial<ModuleName>>>): Record<Module, ModuleName> {
  const entries = modules.map((key) => [key, { name: moduleNames[key], url: moduleSlugs[key], ...own[key] }] as const)
  return Object.fromEntries(entries) as Record<Module, ModuleName>
}
