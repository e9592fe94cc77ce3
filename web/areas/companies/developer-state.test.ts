import { describe, expect, test } from 'vitest'
import { developerColors, developerState } from './developer-state.ts'

const row = (mode: boolean, key: boolean, agreement: boolean = true, card: string | null = 'cus_1') => ({
  api_mode: mode,
  is_user_generate_api: key,
  is_marketing_services_agreement_developer: agreement,
  customer_payment_id: card,
})

describe('the developer icon (R119 to R122, OQ-46)', () => {
  test.each([
    ['gray while nothing is turned on', row(false, false), 'gray'],
    ['gray even with an earlier agreement', row(false, false, true), 'gray'],
    ['orange with a key while the menu is off', row(false, true), 'orange'],
    ['orange until the agreement is accepted', row(true, false, false), 'orange'],
    ['orange until there is a card', row(true, true, true, null), 'orange'],
    ['green with menu and key', row(true, true), 'green'],
    ['blue with the menu but no key', row(true, false), 'blue'],
  ])('is %s', (_case, state, color) => {
    expect(developerColors[developerState(state)]).toBe(color)
  })
})
