import { Tooltip } from '@mantine/core'
import type { Audience } from '#contract/audiences/audiences.ts'
import { useT } from '../../i18n/texts.tsx'
import styles from './audiences.module.css'

/** How many campaigns use an audience, and which ones. */
export function UseNote({ uses }: { uses: Audience['uses'] }) {
  const t = useT()
  if (uses.length === 0) return <span className={styles.muted}>{t('No campaign')}</span>
  const names = uses.map(({ campaignName }) => campaignName).join(', ')
  return (
    <Tooltip label={<bdi>{names}</bdi>} multiline maw={320}>
      <span>{t('{count, plural, one {# campaign} other {# campaigns}}', { count: uses.length })}</span>
    </Tooltip>
  )
}
