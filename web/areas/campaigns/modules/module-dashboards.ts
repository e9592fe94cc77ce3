import type { ComponentType } from 'react'
import { byFolder } from './by-folder.ts'

/** Additional dashboard parts of the modules. Separate from their pages, whose code the dashboard does not need. */
export const moduleDashboards = byFolder(
  import.meta.glob<ComponentType>('./*/dashboard.ts', { eager: true, import: 'Dashboard' }),
)
