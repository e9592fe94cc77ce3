import type { Module } from '#contract/campaigns/modules.ts'

/** Null for every module. */
export const moduleOf = (filter: '' | 'all' | Module): Module | null =>
  filter === '' || filter === 'all' ? null : filter
