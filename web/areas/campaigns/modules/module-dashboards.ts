import type { ComponentType } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import { lazyPart } from '../../../app/lazy-part.ts'

/** What a module's dashboard tells beside what all do: apart from its pages, none of whose code a dashboard needs. */
export const moduleDashboards: Readonly<Partial<Record<Module, ComponentType>>> = {
  b2b: lazyPart(async () => (await import('./b2b/surge-card.tsx')).OwnSurgeCard),
}
