import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import { byFolder } from './by-folder.ts'

/** Display texts for values of a module's own fields in the history, from `value-texts.ts` in its folder. Others are shown as stored. */
export type ValueTexts = Partial<Record<keyof CampaignDetail, (value: string, words: ModuleWords) => string>>
type ModuleWords = { t: Translate; topicOf: (id: string) => string }

const valueTexts = byFolder(import.meta.glob<ValueTexts>('./*/value-texts.ts', { eager: true, import: 'valueTexts' }))
export const valueTextsOfModules: ValueTexts = Object.assign({}, ...Object.values(valueTexts))
