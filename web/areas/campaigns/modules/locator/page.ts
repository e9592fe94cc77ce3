import { searches, type ModulePage } from '../module-page.ts'
import { SignalsSection } from './signals-section.tsx'

export const page: ModulePage = { Source: SignalsSection, itemsOf: () => [], events: searches }
