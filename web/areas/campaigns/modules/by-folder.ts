import type { Module } from '#contract/campaigns/modules.ts'

/**
 * Collects the modules' parts by module: each folder has its module's name in the contract. A new module only needs a
 * new folder; one without a part simply lacks the file.
 */
export const byFolder = <Part>(files: Readonly<Record<string, Part>>): Readonly<Partial<Record<Module, Part>>> =>
  Object.fromEntries(Object.entries(files).map(([path, part]) => [path.split('/')[1]!, part]))
