import type { Module } from '#contract/campaigns/modules.ts'
import { useFormat } from '../../i18n/format.ts'
import { brand } from '../../session/boot.ts'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'

type FeeDaysProps = {
  of: { module: Module | null; first_day: string | null; last_day: string | null }
}

/** A fee's product, as the agency names it, and its period. Renders nothing for lines that are not fees. */
export function FeeDays({ of }: FeeDaysProps) {
  const format = useFormat()
  const { module, first_day, last_day } = of
  if (!module || !first_day || !last_day) return null
  const days = first_day === last_day ? [first_day] : [first_day, last_day]
  return (
    <span className={styles.quiet}>
      {' · '}
      <Bdi>{brand().modules[module].name}</Bdi>
      {' · '}
      <Bdi>{days.map((day) => format.date(day)).join(' – ')}</Bdi>
    </span>
  )
}
