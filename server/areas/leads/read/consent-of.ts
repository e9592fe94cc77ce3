import type { LeadConsent } from '#contract/leads/lead.ts'
import { allowingRule, consentSignals, noSignal, unpackConsent } from '#contract/tracking/consent-signals.ts'

interface CheckedLead {
  /** As stored with the visit's hit; null for searches, tests and what came before. */
  consent: string | null
  /** Null once the visit was deleted. */
  visitedAt: Date | null
  createdAt: Date
}

/** What a lead's visit was checked for. Visits with a privacy signal are only counted, so none was there. */
export function consentOf({ consent, visitedAt, createdAt }: CheckedLead): LeadConsent | null {
  if (consent === null) return null
  const { country, signals } = unpackConsent(consent)
  return {
    at: (visitedAt ?? createdAt).toISOString(),
    country,
    checks: [noSignal, ...signals.map((signal) => consentSignals[signal])],
    rule: country === '' ? allowingRule.unknownCountry : allowingRule.country,
  }
}
