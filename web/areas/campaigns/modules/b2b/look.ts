import { IconBuildingSkyscraper } from '@tabler/icons-react'
import { visitsLook, type ModuleLook } from '../module-look.ts'

export const look: ModuleLook = { icon: IconBuildingSkyscraper, ...visitsLook }
