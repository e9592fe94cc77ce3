import type { Module } from '#contract/campaigns/modules.ts'
import { findModule } from '../modules/registry.ts'

/** Whether campaigns of a module have their own keywords. */
export const isAboutSearches = (module: Module): boolean =>
  findModule(module)?.codec.fields.includes('keyword') ?? false
