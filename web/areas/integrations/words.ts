import type { DeliveryRow } from '#contract/integrations/deliveries.ts'
import { services, serviceSlugs, type ServiceSlug } from '#contract/integrations/services.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

const namesOfServices = Object.fromEntries(serviceSlugs.map((slug) => [slug, services[slug].name])) as Record<
  ServiceSlug,
  Text
>

/** A delivery's status. A failed delivery that will be retried counts as neither delivered nor failed. */
export function deliveryState(delivery: DeliveryRow): { text: Text; tone: Tone; pulse: boolean } {
  if (delivery.status === 'delivered') return { text: msg('Delivered'), tone: 'ok', pulse: false }
  if (delivery.status === 'dead') return { text: msg('Failed'), tone: 'bad', pulse: false }
  if (delivery.sending) return { text: msg('Sending'), tone: 'info', pulse: true }
  if (delivery.attempts > 0) return { text: msg('Retrying'), tone: 'warn', pulse: true }
  return { text: msg('Waiting'), tone: 'plain', pulse: true }
}

/** Names of the delivery channels; services keep their brand names. */
export const kindTexts: Readonly<Record<DeliveryRow['kind'], Text>> = {
  email: msg('Email'),
  webhook: msg('Webhook'),
  ...namesOfServices,
  custom: msg('Custom integration'),
}
