import { moduleDefinitions, type Module } from '#contract/campaigns/modules.ts'
import { sentences } from '#contract/core/sentences.ts'
import { hasAgreedToFeature } from '#server/areas/agreements/feature-agreement.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied } from '#server/platform/failure.ts'

/** Throws if a module has a Service Agreement that the user hasn't accepted (R111): nothing is created or started. */
export async function assertAgreed(tx: Tx, call: SignedInCall, module: Module): Promise<void> {
  const { feature } = moduleDefinitions[module]
  if (feature && !(await hasAgreedToFeature(tx, call, feature))) throw accessDenied(sentences.serviceAgreement)
}
