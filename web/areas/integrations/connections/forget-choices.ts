import type { QueryClient } from '@tanstack/react-query'
import { listServiceChoices } from '#contract/integrations/service-choices.ts'

/** Another account has different lists and tags, so drop the cached ones of the previous account. */
export const forgetChoices = (client: QueryClient): void =>
  void client.resetQueries({ queryKey: [listServiceChoices.name] })
