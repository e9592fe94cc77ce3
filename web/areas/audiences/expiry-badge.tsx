import type { Expiry } from '#contract/audiences/lists.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'

/** When a list, or the first list of an audience to expire, becomes empty. Renders nothing without an expiration. */
export function ExpiryBadge({ expiry }: { expiry: Expiry | null }) {
  const t = useT()
  const format = useFormat()
  if (!expiry) return null
  const date = format.day(expiry.ends_on)
  if (expiry.state === 'over') return <StatusBadge tone="bad">{t('Expired {date}', { date })}</StatusBadge>
  return <StatusBadge tone={expiry.state === 'soon' ? 'warn' : 'plain'}>{t('Until {date}', { date })}</StatusBadge>
}
