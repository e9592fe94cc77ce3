import type { ReactNode } from 'react'
import { moduleDefinitions } from '#contract/campaigns/modules.ts'
import { useModule } from '../../session/module.ts'
import { FeatureGate } from '../agreements/feature-gate.tsx'

/** Some modules require an agreement first (R111). */
export function ModuleGate({ children }: { children: ReactNode }) {
  const { module, name } = useModule()
  const { feature } = moduleDefinitions[module]
  return feature === null ? children : <FeatureGate feature={{ id: feature, name }}>{children}</FeatureGate>
}
