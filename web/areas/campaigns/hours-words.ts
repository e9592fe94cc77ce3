import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { useLanguage, useT } from '../../i18n/texts.tsx'
import { hourText, weekdayName } from '../../i18n/weekdays.ts'

type Hours = Pick<CampaignDetail, 'active_days' | 'active_from' | 'active_to'>

/** When a campaign takes leads, in words; null where it does at any time. */
export function useHoursText({ active_days: days, active_from: from, active_to: to }: Hours): string | null {
  const t = useT()
  const language = useLanguage()
  if (days.length === 0 && from === 0 && to === 24) return null
  return [
    days.length === 0 ? t('Every day') : days.map((day) => weekdayName(day, language)).join(', '),
    t('{from} to {to}', { from: hourText(from), to: hourText(to) }),
  ].join(' · ')
}
