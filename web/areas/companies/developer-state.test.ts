import { describe, expect, test } from 'vitest'
import { developerColors, developerState } from './developer-state.ts'

const row = (mode: 'T' | 'F', key: 'T' | 'F', agreement: 'T' | 'F' = 'T', card: string | null = 'cus_1') => ({
  api_mode: mode,
  is_user_generate_api: key,
  is_marketing_services_agreement_developer: agreement,
  customer_payment_id: card,
})

describe('the developer icon (OQ-46)', () => {
  test.each([
    ['grey while nothing is on', row('F', 'F'), 'gray'],
    ['grey also with an agreement of before', row('F', 'F', 'T'), 'gray'],
    ['orange with a key that the menu is off for', row('F', 'T'), 'orange'],
    ['orange until the agreement is accepted', row('T', 'F', 'F'), 'orange'],
    ['orange until there is a card', row('T', 'T', 'T', null), 'orange'],
    ['green with menu and key', row('T', 'T'), 'green'],
    ['blue with the menu and no key', row('T', 'F'), 'blue'],
  ])('is %s', (_case, asked, color) => {
    expect(developerColors[developerState(asked)]).toBe(color)
  })
})
