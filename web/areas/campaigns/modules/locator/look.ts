import { IconWorldSearch } from '@tabler/icons-react'
import { searchesLook, type ModuleLook } from '../module-look.ts'

export const look: ModuleLook = { icon: IconWorldSearch, ...searchesLook }
