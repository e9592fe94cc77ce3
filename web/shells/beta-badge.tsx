import { useT } from '../i18n/texts.tsx'
import { StatusBadge } from './status-badge.tsx'

/** Marks a beta feature, next to its name (T025). */
export function BetaBadge() {
  const t = useT()
  return <StatusBadge tone="info">{t('Beta')}</StatusBadge>
}
