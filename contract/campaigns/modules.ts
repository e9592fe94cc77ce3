import { z } from 'zod'
import { sentences } from '../core/sentences.ts'

/** The four campaign modules (R006). Each agency may rename one and give it its own address. */
export const modules = ['local', 'locator', 'enhance', 'b2b'] as const
export type Module = (typeof modules)[number]

export const moduleNames: Readonly<Record<Module, string>> = {
  local: 'Site ID',
  locator: 'Search ID',
  enhance: 'Enhance ID',
  b2b: 'B2B ID',
}

export const moduleSlugs: Readonly<Record<Module, string>> = {
  local: 'siteid',
  locator: 'searchid',
  enhance: 'enhanceid',
  b2b: 'b2bid',
}

/** Modules that are still tried out (R008): marked wherever they are named. */
export const betaModules: readonly Module[] = ['b2b']

/** Modules that campaigns can be made in. The others are refused by name, not pretended. */
export const workingModules: readonly Module[] = ['local']

export const moduleType = z.enum(modules).refine((module) => workingModules.includes(module), sentences.onlySiteId)

/** A module by which a list is narrowed; empty or `all` means every one (OQ-38). */
export const moduleFilter = z
  .enum(['', 'all', ...modules])
  .refine((module) => module === '' || module === 'all' || workingModules.includes(module), sentences.onlySiteIdExist)
  .default('all')
