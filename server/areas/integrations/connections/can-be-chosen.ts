import { sentences } from '#contract/core/sentences.ts'
import { services, type AccountKind, type IntegrationDetails } from '#contract/integrations/services.ts'
import { invalid } from '#server/platform/failure.ts'

/** Rejects details that the service doesn't support, instead of silently dropping them. */
export function assertCanBeChosen(kind: AccountKind, details: IntegrationDetails): void {
  const { choices, mapsFields } = kind === 'custom' ? { choices: [], mapsFields: true } : services[kind]
  const parts: readonly string[] = [...choices, ...(mapsFields ? ['fields'] : [])]
  for (const [part, choices] of Object.entries(details))
    if (choices.length > 0 && !parts.includes(part)) throw invalid(`details.${part}`, sentences.unknownField)
}
