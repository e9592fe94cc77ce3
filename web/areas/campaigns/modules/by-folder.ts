import type { Module } from '#contract/campaigns/modules.ts'

/**
 * What the folders of the modules say, each under its module: a folder has the name that its module has in the contract's list.
 * So one more module is one more folder; one that says nothing of a kind has no such file.
 */
export const byFolder = <Part>(found: Readonly<Record<string, Part>>): Readonly<Partial<Record<Module, Part>>> =>
  Object.fromEntries(Object.entries(found).map(([path, part]) => [path.split('/')[1]!, part]))
