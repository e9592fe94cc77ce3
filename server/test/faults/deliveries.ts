import type { SourceFault } from './fault.ts'

const choose = 'server/areas/integrations/deliveries/choose-destinations.ts'
const chooseTest = 'server/areas/integrations/deliveries/choose-destinations.test.ts'
const claim = 'server/areas/integrations/deliveries/claim-due.ts'

/** Which leads go where, once and in order. */
export const deliveryFaults: SourceFault[] = [
  {
    name: 'turn-of-one-that-is-off',
    says: 'A destination that is off gets its turn, although another could take the lead.',
    file: choose,
    before: 'group.filter(({ is_off }) => !is_off)',
    after: 'group.filter(({ is_off }) => is_off !== undefined)',
    test: chooseTest,
  },
  {
    name: 'one-over-the-cap',
    says: 'A destination gets one lead more than its cap of a day.',
    file: choose,
    before: 'if (one.cap_used >= one.daily_cap)',
    after: 'if (one.cap_used > one.daily_cap)',
    test: chooseTest,
  },
  {
    name: 'condition-of-letters',
    says: 'A condition on a text only fits the same upper and lower case.',
    file: choose,
    before: '.trim().toLowerCase()',
    after: '.trim()',
    test: chooseTest,
  },
  {
    name: 'newest-first',
    says: 'Leads arrive in another order than they came.',
    file: claim,
    before: '(one.id < other.id ? -1 : 1)',
    after: '(one.id < other.id ? 1 : -1)',
    test: 'server/areas/integrations/deliveries/order.test.ts',
  },
  {
    name: 'pause-as-usual',
    says: 'A delivery is tried again before the time that its receiver asked for.',
    file: 'server/areas/integrations/deliveries/schedule.ts',
    before: 'return Math.max(spread_ms, requestedPause_ms(retryAfter_ms))',
    after: 'return spread_ms',
    test: 'server/areas/integrations/connections/destination-health.test.ts',
  },
  {
    name: 'number-told',
    says: 'A phone number that was hidden from its client is sent with a delivery that waited.',
    file: 'server/areas/integrations/deliveries/hidden-numbers.ts',
    before: 'where not client.shows_phone or campaign.phone_hidden_at is not null`',
    after: 'where not client.shows_phone`',
    test: 'server/areas/integrations/deliveries/hidden-numbers.test.ts',
  },
  {
    name: 'signature-without-time',
    says: 'A webhook that was heard once can be sent again at any time.',
    file: 'server/areas/integrations/connectors/webhook/sign-webhook.ts',
    before: '`${id}.${timestamp}.${body}`',
    after: '`${id}.${body}`',
    test: 'server/areas/integrations/connectors/webhook/sign-webhook.test.ts',
  },
  {
    name: 'sent-after-take-back',
    says: 'A lead that was taken back is sent after all.',
    file: 'server/areas/integrations/take-back/queue-take-back.ts',
    before: '  await tx.query(endSending, [agencyId, ids, dateOf(now_ms)])\n',
    after: '',
    test: 'server/areas/integrations/take-back/take-back.test.ts',
  },
  {
    name: 'tried-is-not-sent',
    says: 'A destination that was tried without an answer is not asked to delete.',
    file: 'server/areas/integrations/take-back/queue-take-back.ts',
    before: "where status = 'delivered' or attempts > 0 or body is not null or carried_by is not null`",
    after: "where status = 'delivered' or carried_by is not null`",
    test: 'server/areas/integrations/take-back/take-back.test.ts',
  },
]
