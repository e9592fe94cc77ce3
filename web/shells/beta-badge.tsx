import { useT } from '../i18n/texts.tsx'
import { StatusBadge } from './status-badge.tsx'

/** Beside the name of what is still tried out (T025). */
export function BetaBadge() {
  const t = useT()
  return <StatusBadge tone="info">{t('Beta')}</StatusBadge>
}
