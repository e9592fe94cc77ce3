import type { ReportChart } from '#contract/reports/dashboard.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ShareCard } from './share-card.tsx'

/** Leads by where the visitor came from: a campaign's `utm_source`, or the website that linked to the page. */
export function SourceCard({ chart }: { chart?: ReportChart }) {
  const t = useT()
  const rows = chart?.sources.map(({ source, ...counts }) => ({
    key: source,
    name: source === '' ? t('Direct or unknown') : source,
    ...counts,
  }))
  return <ShareCard title={t('Top sources')} head={t('Source')} rows={rows} />
}
