import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { AnswerOf, Operation } from '#contract/core/operation.ts'
import { call, type AnyInput, type CallInput } from './call.ts'
import { asFailure, type CallFailure } from './failure.ts'

/** Where an answer is kept: the operation's name, then what was asked. Invalidating the name alone takes all of them. */
export const keyOf = (operation: Operation, input: AnyInput = {}): readonly unknown[] => [
  operation.name,
  input.params ?? {},
  input.query ?? {},
]

/** A read as the cache takes it. */
export type Read<Answer = unknown> = {
  queryKey: readonly unknown[]
  queryFn: (given: { signal: AbortSignal }) => Promise<Answer>
}

export const readOf = <O extends Operation>(operation: O, input: CallInput<O>): Read<AnswerOf<O>> => ({
  queryKey: keyOf(operation, input as AnyInput),
  queryFn: ({ signal }) =>
    call(operation, { ...input, signal }).catch((thrown: unknown) => {
      throw thrown instanceof DOMException ? thrown : asFailure(thrown)
    }),
})

export type CallOptions = {
  /** False holds the call back until what it needs is known. */
  enabled?: boolean
  /** Asks again while the page is looked at; for work in progress. */
  refetchEvery_ms?: number | false
  /** Asks again each time it is shown and the window is looked at: for what changes elsewhere. */
  alwaysFresh?: boolean
  /** Keeps showing the page before while the next one loads (lists). */
  keepPrevious?: boolean
}

/** Reads through an operation and keeps the answer. */
export function useCall<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): UseQueryResult<AnswerOf<O>, CallFailure> {
  return useQuery<AnswerOf<O>, CallFailure>({
    ...readOf(operation, input),
    enabled: options.enabled,
    refetchInterval: options.refetchEvery_ms,
    ...(options.alwaysFresh && {
      staleTime: 0,
      refetchOnMount: 'always' as const,
      refetchOnWindowFocus: 'always' as const,
    }),
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
  })
}

export type ActionOptions<O> = {
  /** Lists and pages that show something else afterwards: named, never "everything". */
  invalidates: readonly Operation[]
  onDone?: (answer: AnswerOf<O>) => void
}

export type Action<O extends Operation> = UseMutationResult<
  AnswerOf<O>,
  CallFailure,
  CallInput<O> & { form?: FormData }
>

/** Writes through an operation, then refreshes what it names. Never sent twice by itself. */
export function useAction<O extends Operation>(operation: O, options: ActionOptions<O>): Action<O> {
  const client = useQueryClient()
  return useMutation<AnswerOf<O>, CallFailure, CallInput<O> & { form?: FormData }>({
    mutationKey: [operation.name],
    mutationFn: (input) =>
      call(operation, input).catch((thrown: unknown) => {
        throw asFailure(thrown)
      }),
    onSuccess: async (answer) => {
      await Promise.all(options.invalidates.map((one) => client.invalidateQueries({ queryKey: [one.name] })))
      options.onDone?.(answer)
    },
  })
}
