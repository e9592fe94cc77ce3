import { searches, type ModulePage } from '../module-page.ts'
import { EnhanceSource } from './enhance-source.tsx'

export const page: ModulePage = { Source: EnhanceSource, itemsOf: () => [], events: searches }
