import { moduleNames, type Module } from '#contract/campaigns/modules.ts'
import { useFormat } from '../../i18n/format.ts'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'

type FeeDaysProps = {
  of: { module: Module | null; first_day: string | null; last_day: string | null }
}

/** What a fee is for: its product, and from which day to which. Nothing of what is no fee. */
export function FeeDays({ of }: FeeDaysProps) {
  const format = useFormat()
  const { module, first_day, last_day } = of
  if (!module || !first_day || !last_day) return null
  const days = first_day === last_day ? [first_day] : [first_day, last_day]
  return (
    <span className={styles.quiet}>
      {' · '}
      <Bdi>{moduleNames[module]}</Bdi>
      {' · '}
      <Bdi>{days.map((day) => format.date(day)).join(' – ')}</Bdi>
    </span>
  )
}
