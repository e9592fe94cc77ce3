import { byFolder } from './by-folder.ts'
import type { ModulePage } from './module-page.ts'

/** Each module's part of the campaign page; missing for modules that do not work yet. */
export const modulePages = byFolder(import.meta.glob<ModulePage>('./*/page.ts', { eager: true, import: 'page' }))
