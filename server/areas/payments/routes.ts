import { createCustomer, readCard, replaceCard } from '#contract/payments/cards.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleCreateCustomer, handleReadCard, handleReplaceCard } from './cards/save-card.ts'

export const routes: Route[] = [
  bind(createCustomer, handleCreateCustomer),
  bind(replaceCard, handleReplaceCard),
  bind(readCard, handleReadCard),
]
