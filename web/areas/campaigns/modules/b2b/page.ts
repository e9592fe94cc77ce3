import { siteItems } from '../local/site-items.tsx'
import { visits, type ModulePage } from '../module-page.ts'
import { B2bSource } from './b2b-source.tsx'

export const page: ModulePage = { Source: B2bSource, itemsOf: siteItems, events: visits }
