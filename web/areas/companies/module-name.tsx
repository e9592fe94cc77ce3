import { betaModules, type Module } from '#contract/campaigns/modules.ts'
import { brand } from '../../session/boot.ts'
import { BetaBadge } from '../../shells/beta-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './companies.module.css'

/** A product's name on this host, with a badge if it is in beta (R008). */
export function ModuleName({ module }: { module: Module }) {
  const { name } = brand().modules[module]
  if (!betaModules.includes(module)) return <Bdi>{name}</Bdi>
  return (
    <span className={styles.module}>
      <Bdi>{name}</Bdi>
      <BetaBadge />
    </span>
  )
}
