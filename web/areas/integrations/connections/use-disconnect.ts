import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getIntegration, listIntegrations, saveIntegration } from '#contract/integrations/connections.ts'
import type { ServiceSlug } from '#contract/integrations/services.ts'
import { revokeSpreadsheet } from '#contract/integrations/spreadsheets.ts'
import { call } from '../../../api/call.ts'
import { asFailure, type CallFailure } from '../../../api/failure.ts'
import { forgetChoices } from './forget-choices.ts'

type Disconnected = { message: string }

/** Disconnects an account. For Google, the documents define a separate call that revokes access; it is a GET. */
export function useDisconnect(slug: ServiceSlug, companyId: string, onDone: (answer: Disconnected) => void) {
  const client = useQueryClient()
  return useMutation<Disconnected, CallFailure, void>({
    mutationFn: () =>
      (slug === 'googlesheets'
        ? call(revokeSpreadsheet, { params: { company: companyId } })
        : call(saveIntegration, { body: { company_id: companyId, integration_slug: slug, enable: false } })
      ).catch((error: unknown) => {
        throw asFailure(error)
      }),
    onSuccess: async (answer) => {
      const reads = [getIntegration, listIntegrations]
      await Promise.all(reads.map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
      forgetChoices(client)
      onDone(answer)
    },
  })
}
