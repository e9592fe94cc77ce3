import { useRef, type RefObject } from 'react'
import { createCustomer, readCard, replaceCard, type Card } from '#contract/payments/cards.ts'
import type { UserData } from '#contract/people/user.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { CallFailure } from '../../api/failure.ts'
import { useMe } from '../../session/me.ts'
import { useRefreshMe } from '../../session/refresh-me.ts'
import { useServerForm, type ServerForm } from '../../shells/server-form.ts'
import { usualCountry } from '../../ui/phone/read-phone.ts'
import type { CardFrameHandle } from './card-frame.tsx'

/** The cardholder and billing address; the card number stays in the gateway's iframe. */
const billingOf = (user: UserData, card: Card | null) => ({
  cardholder: card?.cardholder ?? user.name,
  address: card?.address ?? user.company_address,
  city: card?.city ?? user.company_city,
  zip: card?.zip ?? user.company_zip,
  state_code: card?.state ?? user.company_state_code,
  country_code: card?.country || user.company_country_code || usualCountry,
  coupon: '',
  /** Not an input: errors from the gateway's iframe are shown at this field. */
  cardToken: '',
})
type BillingValues = ReturnType<typeof billingOf>

export type CardForm = { server: ServerForm<BillingValues>; frame: RefObject<CardFrameHandle | null> }

/** Stores the first card (C121) or replaces the stored one (C119). */
export function useCardForm(user: UserData, card: Card | null, onDone: (message: string) => void): CardForm {
  const t = useT()
  const frame = useRef<CardFrameHandle>(null)
  const refresh = useRefreshMe()
  const quoteId = useMe().onboardingFee?.quoteId
  const store = useAction(card ? replaceCard : createCustomer, { invalidates: [readCard] })
  const server = useServerForm<BillingValues, { message: string }>({
    initialValues: billingOf(user, card),
    validate: { cardholder: (name: string) => (name.trim() ? null : t('Enter the name on the card.')) },
    fieldNames: { state: 'state_code', country: 'country_code', coupon_code: 'coupon' },
    send: async ({ state_code, country_code, coupon, cardToken: _shown, ...billing }) => {
      const cardToken = await frame.current!.requestToken()
      const body = {
        ...billing,
        cardToken,
        state: state_code,
        country: country_code,
        // R136: sent only with a first card, and only if not blank.
        ...(card === null && coupon.trim() !== '' && { coupon_code: coupon.trim() }),
        ...(card === null && quoteId && { quote_id: quoteId }),
      }
      const answer = await store.mutateAsync({ body }).catch(async (error: unknown) => {
        // Load the new fee before the error message appears.
        if (error instanceof CallFailure && error.code === 'terms_changed') await refresh()
        throw error
      })
      await refresh()
      return answer
    },
    onDone: ({ message }) => onDone(message),
  })
  return { server, frame }
}
