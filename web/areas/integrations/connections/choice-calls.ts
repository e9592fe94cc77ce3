import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { listServiceChoices } from '#contract/integrations/service-choices.ts'
import type { Choice, ChoiceKind, ServiceSlug } from '#contract/integrations/services.ts'
import { call } from '../../../api/call.ts'
import { asFailure, type CallFailure } from '../../../api/failure.ts'

/** The query key prefix of cached choices. */
const choicesKey = 'choices'

/** Everything that can be chosen in a company's account at a service. */
export const choicesAt = (slug: ServiceSlug, company: string) =>
  queryOptions<Record<ChoiceKind, Choice[]>, CallFailure>({
    queryKey: [choicesKey, slug, company],
    queryFn: ({ signal }) =>
      call(listServiceChoices, { params: { company, slug }, signal }).then(
        ({ data }) => data,
        (thrown: unknown) => {
          throw thrown instanceof DOMException ? thrown : asFailure(thrown)
        },
      ),
    staleTime: 60_000,
    retry: false,
  })

/** Another account has different lists and tags, so drop the cached ones of the previous account. */
export const forgetChoices = (client: QueryClient): void => void client.resetQueries({ queryKey: [choicesKey] })
