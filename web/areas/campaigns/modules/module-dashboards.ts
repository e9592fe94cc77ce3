import type { ComponentType } from 'react'
import { byFolder } from './by-folder.ts'

/** What a module's dashboard tells beside what all do: apart from its pages, none of whose code a dashboard needs. */
export const moduleDashboards = byFolder(
  import.meta.glob<ComponentType>('./*/dashboard.ts', { eager: true, import: 'Dashboard' }),
)
