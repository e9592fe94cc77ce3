import { Link } from '@tanstack/react-router'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import styles from './person-link.module.css'

/** From a lead to its person. A test lead has none, and an erased one has none anymore. */
export function PersonLink({ lead }: { lead: LeadDetail }) {
  const t = useT()
  const { base } = useModule()
  const count = lead.other_campaigns
  if (count === null) return null
  return (
    <p className={styles.root}>
      <Link to={`${base}/leads/${lead.id}/person`}>
        {count === 0
          ? t('All about this person')
          : t('{count, plural, one {Also in # other campaign} other {Also in # other campaigns}}', { count })}
      </Link>
    </p>
  )
}
