import { byFolder } from './by-folder.ts'
import type { ModuleLook } from './module-look.ts'

export const moduleLooks = byFolder(import.meta.glob<ModuleLook>('./*/look.ts', { eager: true, import: 'look' }))
