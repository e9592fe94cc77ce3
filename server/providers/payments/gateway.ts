/** A card as a gateway tells of it. */
export interface GatewayCard {
  customerId: string
  cardId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** Why a card could not be stored; the payer is told in words of ours. */
export type CardRefusal = 'declined' | 'expired' | 'wrong' | 'spent'

type CardOutcome = { saved: true; card: GatewayCard } | { saved: false; refusal: CardRefusal }

/** No answer came that says what became of it; asking again with the same key is safe. */
export class GatewayUnreachable extends Error {}

/** Stands on every row and job that names one of the gateway's objects. */
export type GatewayName = 'sandbox'

export interface CardGateway {
  name: GatewayName
  /** The page with the form for the number, on the gateway's own origin. */
  formUrl: string
  /** Exchanges a token for a stored card. Throws `GatewayUnreachable`. */
  saveCard(input: {
    /** The payer as the gateway knows them; null for somebody new. */
    customerId: string | null
    name: string
    email: string
    token: string
    /** The same for every try of one wish. */
    idempotencyKey: string
  }): Promise<CardOutcome>
  /** Lets the gateway forget a card; one that is forgotten already is fine. Throws `GatewayUnreachable`. */
  removeCard(customerId: string, cardId: string): Promise<void>
}
