import { countInbox } from '#contract/inbox/inbox.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import styles from './inbox.module.css'

/** The menu polls, because no event reports that a campaign has gone silent. */
const lookAgain_ms = 60_000

/** The number of open items, next to the menu entry; hidden if there are none. */
export function InboxCount() {
  const t = useT()
  const format = useFormat()
  const { companyId } = useMe()
  const { data } = useCall(countInbox, { params: { companyId } }, { refetchEvery_ms: lookAgain_ms })
  if (!data || data.open === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{data.open > 999 ? '999+' : format.number(data.open)}</span>
      <span className={styles.said}>
        {t('{count, plural, one {# open item} other {# open items}}', { count: data.open })}
      </span>
    </span>
  )
}
