import type { ReportChart } from '#contract/reports/dashboard.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ShareCard } from './share-card.tsx'

/** Leads by the state of the person's home. */
export function StateCard({ chart }: { chart?: ReportChart }) {
  const t = useT()
  const rows = chart?.states.map(({ state, name, ...counts }) => ({
    key: state,
    name: state === '-' ? t('Unknown') : name,
    ...counts,
  }))
  return <ShareCard title={t('Top states')} head={t('State')} rows={rows} />
}
