import { byFolder } from './by-folder.ts'
import type { ModulePage } from './module-page.ts'

/** Each module's part of the campaign's page; none while it does not work. */
export const modulePages = byFolder(import.meta.glob<ModulePage>('./*/page.ts', { eager: true, import: 'page' }))
