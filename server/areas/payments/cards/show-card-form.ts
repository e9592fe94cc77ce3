import type { showCardForm } from '#contract/payments/cards.ts'
import { notFound } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { newToken } from '#server/platform/ids.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'

/** The page that hosts a gateway's card fields, for gateways that have no hosted page of their own. */
export const handleShowCardForm: OpenHandler<typeof showCardForm> = ({ query }, { platform }) => {
  const page = gatewayForNewCards(platform.config)?.formPage?.({
    language: query.lang,
    theme: query.theme,
    account: query.account ?? null,
    nonce: newToken(),
  })
  return page ?? Promise.reject(notFound())
}
