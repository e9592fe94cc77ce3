import { useQuery } from '@tanstack/react-query'
import { getCustomIntegration, listCustomIntegrations, type CustomRow } from '#contract/integrations/custom.ts'
import { call } from '../../../../api/call.ts'
import { asFailure, type CallFailure } from '../../../../api/failure.ts'
import { keyOf } from '../../../../api/hooks.ts'

/** The message that the documents prescribe for a lookup without an id, which is rejected locally (R237, T122). */
const lookupRefusal = 'error'

/** A company's own integrations. */
export async function lookUpCustom(company: string, signal?: AbortSignal): Promise<CustomRow[]> {
  if (company === '') throw new Error(lookupRefusal)
  return (await call(listCustomIntegrations, { params: { company }, signal })).data
}

export async function lookUpDetail(company: string, integration: string, signal?: AbortSignal): Promise<CustomRow> {
  if (company === '' || integration === '') throw new Error(lookupRefusal)
  return (await call(getCustomIntegration, { params: { company, integration }, signal })).data
}

const failing = (error: unknown): never => {
  throw error instanceof DOMException ? error : asFailure(error)
}

const alwaysFresh = { staleTime: 0, refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const

export const useCustomList = (company: string, enabled = true) =>
  useQuery<CustomRow[], CallFailure>({
    queryKey: keyOf(listCustomIntegrations, { params: { company } }),
    queryFn: ({ signal }) => lookUpCustom(company, signal).catch(failing),
    enabled,
    ...alwaysFresh,
  })

export const useCustomDetail = (company: string, integration: string) =>
  useQuery<CustomRow, CallFailure>({
    queryKey: keyOf(getCustomIntegration, { params: { company, integration } }),
    queryFn: ({ signal }) => lookUpDetail(company, integration, signal).catch(failing),
    ...alwaysFresh,
  })
