import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import { byFolder } from './by-folder.ts'

/** How the history says single values of a module's own fields: `value-texts.ts` of its folder. Any other is said as it is. */
export type ValueTexts = Partial<Record<keyof CampaignDetail, (value: string, words: { t: Translate }) => string>>

const valueTexts = byFolder(import.meta.glob<ValueTexts>('./*/value-texts.ts', { eager: true, import: 'valueTexts' }))
export const valueTextsOfModules: ValueTexts = Object.assign({}, ...Object.values(valueTexts))
