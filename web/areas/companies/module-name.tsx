import { betaModules, type Module } from '#contract/campaigns/modules.ts'
import { brand } from '../../session/boot.ts'
import { BetaBadge } from '../../shells/beta-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './companies.module.css'

/** A product as this host calls it; one that is still tried out is marked (R008). */
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
