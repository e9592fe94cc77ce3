import { InstallSection } from '../../install/install-section.tsx'
import { visits, type ModulePage } from '../module-page.ts'
import { siteItems } from './site-items.tsx'

export const page: ModulePage = { Source: InstallSection, itemsOf: siteItems, events: visits }
